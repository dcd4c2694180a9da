package io.posthorn.server.api;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.History;
import io.posthorn.core.store.ShardView;
import io.posthorn.server.Engine;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.util.List;
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
    EventRecord found = engine.<@Nullable EventRecord>read(view -> find(view, customer, id));
    if (found == null) {
      throw Problem.notFound("There is no such event, or no longer.").asException();
    }
    return Answer.ok(json -> found.writeWhole(json, inFlight));
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
    EventPage page =
        engine.read(view -> EventPage.read(new History(view), customer, before, limit));
    Bookmark next = page.next();
    return Listing.of(
        page.records(),
        next == null ? null : next.text(),
        (json, record) -> record.writeFields(json, inFlight));
  }
}
