package io.posthorn.server.api.message;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.MessageList;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import java.util.stream.Stream;

/** {@code GET /messages}: the messages, newest first, so that pages stay stable. */
final class MessageListing {
  static final String[] PARAMETERS =
      Stream.concat(MessageCriteria.NAMES.stream(), Stream.of("limit", "cursor"))
          .toArray(String[]::new);

  private final Engine engine;
  private final Rules rules;
  private final InFlight inFlight;

  MessageListing(Engine engine, Rules rules, InFlight inFlight) {
    this.engine = engine;
    this.rules = rules;
    this.inFlight = inFlight;
  }

  CallResponse response(Call call) {
    QueryParameters queries = new QueryParameters(call);
    MessageSelection selection = MessageCriteria.read(queries);
    queries.checkCursor(text -> MessageId.parse(text).isPresent());
    queries.done();
    return CustomerPages.response(
        call,
        engine,
        (customerId, cursor, limit) ->
            page(
                new MessageQuery(
                    customerId,
                    selection,
                    limit,
                    cursor.map(MessageListing::cursor).orElse(null))));
  }

  private static MessageId cursor(String text) {
    return MessageId.parse(text).orElseThrow(() -> QueryParameters.badCursor(text));
  }

  private CustomerPages.Page page(MessageQuery query) {
    Partial<MessageList> found =
        engine.reads().messages(query, message -> inFlight.inFlight(message.id()));
    MessageList list = found.value();
    MessageJson messageJson =
        new MessageJson(
            query.customerId(),
            list.endpoints(),
            list.pause(),
            rules,
            inFlight,
            engine.reads().now());
    MessageId next = list.next();
    return new CustomerPages.Page(
        found.map(
            messages ->
                messages.rows().stream()
                    .<CustomerPages.Entry>map(
                        row ->
                            json ->
                                messageJson.fields(
                                    json, row.message(), row.event(), row.lastAttempt()))
                    .toList()),
        next == null ? null : next.toString(),
        list.historyFrom());
  }
}
