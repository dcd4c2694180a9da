package io.posthorn.server.api.event;

import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.TimeRange;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EventPage;
import io.posthorn.engine.read.EventQuery;
import io.posthorn.engine.read.EventRecord;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.PageCursor;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code GET /events}: accepted events with their messages, if any. */
public final class EventHistoryApi {
  private final Engine engine;
  private final InFlight inFlight;

  public EventHistoryApi(Engine engine, InFlight inFlight) {
    this.engine = engine;
    this.inFlight = inFlight;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(EventsApi.PATH, Access.READ, this::list)
            .asking("objCode", "eventType", "objId", "matched", "from", "to", "limit", "cursor"),
        Route.get(EventsApi.PATH + "/{id}", Access.READ, this::get));
  }

  private CallResponse get(Call call) {
    String id = call.path("id");
    Partial<EventRecord> found =
        engine
            .reads()
            .event(call.customer(), id)
            .orElseThrow(() -> Problem.unknown("event", id).asException());
    return CallResponse.ok(
        json -> EventJson.writeWhole(json, found, inFlight, engine.subscriptions()));
  }

  private CallResponse list(Call call) {
    QueryParameters queries = new QueryParameters(call);
    Boolean matched = queries.flag("matched");
    long from = queries.time("from", 0);
    long to = queries.time("to", TimeRange.END_OF_TIME);
    if (to <= from) {
      queries.wrong("to", "must be later than from.");
    }
    queries.done();
    return CustomerPages.response(
        call,
        engine,
        (customerId, cursor, limit) ->
            page(
                new EventQuery(
                    customerId,
                    new EventCriteria(
                        queries.text("objCode").orElse(null),
                        queries.text("eventType").orElse(null),
                        queries.text("objId").orElse(null)),
                    matched,
                    from,
                    to),
                cursor,
                limit));
  }

  private CustomerPages.Page page(EventQuery query, Optional<String> cursor, int limit) {
    @Nullable EventKey before =
        PageCursor.of(cursor, PageCursor.EVENTS)
            .map(mark -> new EventKey(mark.high(), mark.low()))
            .orElse(null);
    Partial<EventPage> page = engine.reads().events(query, before, limit);
    EventKey next = page.value().next();
    return new CustomerPages.Page(
        page.map(
            found ->
                found.records().stream()
                    .<CustomerPages.Entry>map(
                        record ->
                            json ->
                                EventJson.writeFields(
                                    json, record, inFlight, engine.subscriptions()))
                    .toList()),
        next == null ? null : new PageCursor(PageCursor.EVENTS, next.high(), next.low()).text(),
        page.value().historyFrom());
  }
}
