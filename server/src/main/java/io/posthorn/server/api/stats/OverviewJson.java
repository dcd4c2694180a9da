package io.posthorn.server.api.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.engine.read.Overview;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The JSON of the overview, with the endpoints that need attention. */
record OverviewJson(Overview overview, List<String> unreachable, CircuitRules rules, long now)
    implements JsonBody {
  private static final int MOST_ATTENTION = 50;

  @Override
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    TimeJson.write(json, "at", now);
    json.writeObjectFieldStart("delivery");
    json.writeBooleanField("paused", overview.pause().customer());
    json.writeBooleanField("pausedForAll", overview.pause().all());
    json.writeEndObject();
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
    writeAttention(json);
    ListResponse.incomplete(json, unreachable);
    json.writeEndObject();
  }

  private void writeAttention(JsonGenerator json) throws IOException {
    List<NeedsAttention> attention =
        overview.endpoints().stream()
            .map(endpoint -> NeedsAttention.of(endpoint, rules, now))
            .flatMap(Optional::stream)
            .sorted(NeedsAttention.ORDER)
            .toList();
    json.writeNumberField("needingAttention", attention.size());
    json.writeArrayFieldStart("attention");
    for (NeedsAttention one : attention.subList(0, Math.min(MOST_ATTENTION, attention.size()))) {
      json.writeStartObject();
      json.writeStringField("endpointId", one.endpoint().id().toString());
      json.writeStringField("url", one.endpoint().url().text());
      json.writeStringField("kind", one.kind().text());
      TimeJson.write(json, "since", one.since());
      TimeJson.write(json, "nextProbeAt", one.endpoint().nextProbeAt());
      json.writeStringField("reason", one.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
