package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.shard.read.CircuitHistoryEntry;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.TimeCursor;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.List;

/** {@code /endpoints/{id}/history}: the history of an endpoint's circuit, newest first. */
public final class CircuitHistoryApi {
  /** More entries than an endpoint keeps. */
  private static final int MOST = 1_000;

  private final Engine engine;
  private final EndpointLookup lookup;

  public CircuitHistoryApi(Engine engine) {
    this.engine = engine;
    lookup = new EndpointLookup(engine);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/endpoints/{id}/history", Access.READ, this::list)
            .asking("limit", "cursor"));
  }

  private CallResponse list(Call call) {
    EndpointView endpoint = lookup.named(call);
    return TimeCursor.newestFirst(
        call,
        engine.reads().circuitHistory(endpoint.customerId(), endpoint.id(), MOST),
        entry -> new TimeCursor(entry.at(), "%02d".formatted(entry.order())),
        CircuitHistoryApi::fields);
  }

  private static void fields(JsonGenerator json, CircuitHistoryEntry entry) throws IOException {
    TimeJson.write(json, "at", entry.at());
    json.writeStringField("event", entry.event());
    json.writeNumberField("consecutiveFailures", entry.consecutiveFailures());
    json.writeObjectFieldStart("window");
    json.writeNumberField("attempts", entry.attemptsInWindow());
    json.writeNumberField("failures", entry.failuresInWindow());
    json.writeEndObject();
  }
}
