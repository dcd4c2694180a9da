package io.posthorn.server.api.event;

import io.posthorn.core.event.EventKey;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EventPage;
import io.posthorn.engine.read.EventRecord;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.PageCursor;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.util.List;
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
        Route.get(EventsApi.PATH, Access.READ, this::list).asking("limit", "cursor"),
        Route.get(EventsApi.PATH + "/{id}", Access.READ, this::get));
  }

  private Answer get(Call call) {
    String id = call.path("id");
    Partial<EventRecord> found =
        engine
            .reads()
            .event(call.customer(), id)
            .orElseThrow(() -> Problem.unknown("event", id).asException());
    return Answer.ok(json -> EventJson.writeWhole(json, found, inFlight));
  }

  private Answer list(Call call) {
    @Nullable EventKey before =
        PageCursor.of(call, PageCursor.EVENTS)
            .map(mark -> new EventKey(mark.high(), mark.low()))
            .orElse(null);
    Partial<EventPage> page = engine.reads().events(call.customer(), before, call.limit());
    EventKey next = page.value().next();
    return ListAnswer.of(
        page.map(EventPage::records),
        next == null ? null : new PageCursor(PageCursor.EVENTS, next.high(), next.low()).text(),
        (json, record) -> EventJson.writeFields(json, record, inFlight),
        page.value().historyFrom());
  }
}
