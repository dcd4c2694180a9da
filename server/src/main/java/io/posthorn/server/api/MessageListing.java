package io.posthorn.server.api;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessagePage;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code GET /messages}: newest first, which new messages do not disturb. */
final class MessageListing {
  private static final String CURSOR = "must be the nextCursor of the page before.";

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
    Queries queries = new Queries(call);
    EndpointId endpoint =
        queries.read("endpoint", EndpointId::parse, "must be an endpoint's id, such as ep_...");
    SubscriptionId subscription =
        queries.read(
            "subscription", SubscriptionId::parse, "must be a subscription's id, such as sub_...");
    String status =
        queries.read(
            "status",
            MessageListing::status,
            "must be waiting, inFlight, delivered, dropped or cancelled.");
    long from = queries.moment("from", 0);
    long to = queries.moment("to", Queries.END_OF_TIME);
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
    Unreached unreached = new Unreached();
    return engine.read(unreached, view -> answer(view, query, status, unreached));
  }

  private Answer answer(
      ShardView view, MessageQuery query, @Nullable String status, Unreached unreached) {
    MessagePage page =
        visible(view, query) ? new History(view).list(query) : new MessagePage(List.of(), null);
    MessageSight sight =
        new MessageSight(view, query.customerId(), rules, inFlight, clock.millis());
    List<Message> meant =
        page.messages().stream()
            .filter(message -> status == null || status.equals(sight.status(message)))
            .toList();
    sight.expectEvents(meant);
    MessageId next = page.next();
    return Listing.of(
        meant,
        next == null ? null : next.toString(),
        (json, message) -> sight.fields(json, message, sight.event(message)),
        unreached,
        engine.historyFrom());
  }

  /** Another customer's endpoint or subscription has no messages, for this one. */
  private boolean visible(ShardView view, MessageQuery query) {
    SubscriptionId id = query.subscription();
    Subscription subscription = id == null ? null : engine.subscriptions().get(id);
    if (subscription != null && !subscription.customerId().equals(query.customerId())) {
      return false;
    }
    EndpointId endpoint = query.endpoint();
    return endpoint == null
        || new EndpointReader(view, rules.circuit()).get(query.customerId(), endpoint, 0) != null;
  }

  private static Optional<String> status(String text) {
    boolean known =
        text.equals(InFlight.STATUS)
            || Arrays.stream(MessageStatus.values()).anyMatch(s -> s.text().equals(text));
    return known ? Optional.of(text) : Optional.empty();
  }

  /** What the store says of a message in flight: that it waits. */
  private static MessageStatus stored(String text) {
    return Arrays.stream(MessageStatus.values())
        .filter(status -> status.text().equals(text))
        .findFirst()
        .orElse(MessageStatus.WAITING);
  }
}
