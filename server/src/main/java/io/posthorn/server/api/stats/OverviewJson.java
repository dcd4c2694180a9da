package io.posthorn.server.api.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.engine.read.EngineReads.FailedAttempt;
import io.posthorn.engine.read.Overview;
import io.posthorn.server.api.common.LastErrorJson;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.endpoint.NeedsAttention;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The JSON of overviews: counts of endpoints and messages, and what needs attention. */
final class OverviewJson {
  private OverviewJson() {}

  /** Writes the counts of endpoints by state and of waiting messages. */
  static void counts(JsonGenerator json, Overview overview) throws IOException {
    json.writeObjectFieldStart("endpoints");
    json.writeNumberField("total", overview.endpoints().size());
    for (CircuitState state : CircuitState.values()) {
      json.writeNumberField(state.text(), overview.count(state));
    }
    json.writeNumberField("paused", overview.paused());
    json.writeBooleanField("complete", overview.isComplete());
    json.writeEndObject();
    json.writeObjectFieldStart("waiting");
    json.writeNumberField("first", overview.waitingFirst());
    json.writeNumberField("retry", overview.waitingRetry());
    json.writeNumberField("order", overview.waitingOrder());
    json.writeNumberField("held", overview.held());
    TimeJson.write(json, "oldestSince", overview.oldestWaiting());
    json.writeEndObject();
  }

  /**
   * Writes the endpoints that need attention, each with its last error.
   *
   * @param admin whether the caller may see what endpoints in allowed networks respond
   */
  static void attention(
      JsonGenerator json,
      List<NeedsAttention> attention,
      Map<EndpointId, FailedAttempt> errors,
      boolean admin)
      throws IOException {
    json.writeArrayFieldStart("attention");
    for (NeedsAttention one : attention) {
      json.writeStartObject();
      json.writeStringField("endpointId", one.endpoint().id().toString());
      json.writeStringField("url", one.endpoint().url().text());
      json.writeStringField("kind", one.kind().text());
      TimeJson.write(json, "since", one.since());
      TimeJson.write(json, "nextProbeAt", one.endpoint().nextProbeAt());
      json.writeStringField("reason", one.reason());
      LastErrorJson.write(json, errors.get(one.endpoint().id()), admin);
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
