package io.posthorn.server.api;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ShardView;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code GET /events}: the events that were taken in, with their messages or without any. */
public final class EventHistoryApi {
  private final Engine engine;
  private final InFlight inFlight;

  public EventHistoryApi(Engine engine, InFlight inFlight) {
    this.engine = engine;
    this.inFlight = inFlight;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(EventsApi.PATH, Access.READ, this::list).asking("limit", "cursor"),
        Route.get(EventsApi.PATH + "/{id}", Access.READ, this::get));
  }

  private Answer get(Call call) {
    String customer = call.customer();
    String id = call.path("id");
    Unreached unreached = new Unreached();
    List<EventRecord> copies =
        engine.<@Nullable EventRecord>readEach(unreached, view -> find(view, customer, id)).stream()
            .filter(Objects::nonNull)
            .toList();
    if (copies.isEmpty()) {
      throw unreached.isEmpty()
          ? Problem.notFound("There is no such event, or no longer.").asException()
          : unreached.refusal();
    }
    EventRecord found = EventRecord.join(copies);
    return Answer.ok(json -> found.writeWhole(json, inFlight, unreached));
  }

  private static @Nullable EventRecord find(ShardView view, String customer, String id) {
    History history = new History(view);
    EventKey key = history.eventKey(customer, id);
    return key == null ? null : EventRecord.read(history, customer, key);
  }

  private Answer list(Call call) {
    String customer = call.customer();
    int limit = call.limit();
    @Nullable EventKey before =
        Bookmark.of(call, Bookmark.EVENTS)
            .map(mark -> new EventKey(mark.high(), mark.low()))
            .orElse(null);
    Unreached unreached = new Unreached();
    List<EventPart> parts =
        engine.readEach(
            unreached,
            view -> EventPart.read(new History(view), customer, before, limit, engine.alone()));
    EventPage page = EventPage.join(parts, limit);
    Bookmark next = page.next();
    return Listing.of(
        page.records(),
        next == null ? null : next.text(),
        (json, record) -> record.writeFields(json, inFlight),
        unreached,
        engine.historyFrom());
  }
}
