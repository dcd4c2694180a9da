package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.CircuitHistoryEntry;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.List;

/** {@code /endpoints/{id}/history}: the history of an endpoint's circuit, newest first. */
public final class CircuitHistoryApi {
  private final Engine engine;
  private final EndpointLookup lookup;

  public CircuitHistoryApi(Engine engine) {
    this.engine = engine;
    lookup = new EndpointLookup(engine);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/endpoints/{id}/history", Access.READ, this::list).asking("limit"));
  }

  /** Returns the only page: an endpoint keeps no more entries than fit one page. */
  private Answer list(Call call) {
    EndpointView endpoint = lookup.named(call);
    int limit = call.limit();
    List<CircuitHistoryEntry> entries =
        engine.reads().circuitHistory(endpoint.customerId(), endpoint.id(), limit);
    return ListAnswer.of(entries, null, CircuitHistoryApi::fields);
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
