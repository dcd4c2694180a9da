package io.posthorn.server.api.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.MessageList;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;

/** {@code GET /messages}: the messages, newest first, so that pages stay stable. */
final class MessageListing {
  private static final String CURSOR = "must be the nextCursor of the previous page.";

  private final Engine engine;
  private final Clock clock;
  private final Rules rules;
  private final InFlight inFlight;

  MessageListing(Engine engine, Clock clock, Rules rules, InFlight inFlight) {
    this.engine = engine;
    this.clock = clock;
    this.rules = rules;
    this.inFlight = inFlight;
  }

  Answer answer(Call call) {
    QueryParameters queries = new QueryParameters(call);
    EndpointId endpoint =
        queries.read("endpoint", EndpointId::parse, "must be an endpoint id, such as ep_...");
    SubscriptionId subscription =
        queries.read(
            "subscription", SubscriptionId::parse, "must be a subscription id, such as sub_...");
    String status =
        queries.read(
            "status",
            MessageListing::status,
            "must be waiting, inFlight, delivered, dropped or cancelled.");
    long from = queries.moment("from", 0);
    long to = queries.moment("to", QueryParameters.END_OF_TIME);
    MessageId before = queries.read("cursor", MessageId::parse, CURSOR);
    queries.done();
    MessageQuery query =
        new MessageQuery(
            call.customer(),
            endpoint,
            subscription,
            status == null ? null : stored(status),
            queries.text("objId").orElse(null),
            from,
            to,
            call.limit(),
            before);
    Partial<MessageList> found =
        engine
            .reads()
            .messages(query, message -> status == null || status.equals(inFlight.status(message)));
    MessageList list = found.value();
    MessageJson sight =
        new MessageJson(list.endpoints(), list.pause(), rules, inFlight, clock.millis());
    MessageId next = list.next();
    return ListAnswer.of(
        found.map(MessageList::rows),
        next == null ? null : next.toString(),
        (json, row) -> sight.fields(json, row.message(), row.event()),
        list.historyFrom());
  }

  private static Optional<String> status(String text) {
    boolean known =
        text.equals(InFlight.STATUS)
            || Arrays.stream(MessageStatus.values()).anyMatch(s -> s.text().equals(text));
    return known ? Optional.of(text) : Optional.empty();
  }

  /** Returns the stored status: the store has messages in flight as waiting. */
  private static MessageStatus stored(String text) {
    return Arrays.stream(MessageStatus.values())
        .filter(status -> status.text().equals(text))
        .findFirst()
        .orElse(MessageStatus.WAITING);
  }
}
