package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.text.DurationText;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;

/** The JSON of endpoints, without secrets. */
final class EndpointJson {
  private static final String MASK = "****";

  private EndpointJson() {}

  /** Writes the fields shared by the list and the single endpoint. */
  static void fields(JsonGenerator json, EndpointView endpoint) throws IOException {
    json.writeStringField("id", endpoint.id().toString());
    json.writeStringField("customerId", endpoint.customerId());
    json.writeStringField("url", endpoint.url().text());
    json.writeStringField("status", endpoint.state().text());
    json.writeBooleanField("paused", endpoint.paused());
    PauseCause pausedBy = endpoint.pausedBy();
    json.writeStringField("pausedBy", pausedBy == null ? null : pausedBy.text());
    TimeJson.write(json, "createdAt", endpoint.createdAt());
    json.writeNumberField("successes", endpoint.successes());
    json.writeNumberField("failures", endpoint.failures());
    json.writeNumberField("consecutiveFailures", endpoint.consecutiveFailures());
    json.writeObjectFieldStart("window");
    json.writeNumberField("attempts", endpoint.attemptsInWindow());
    json.writeNumberField("failures", endpoint.failuresInWindow());
    json.writeNumberField("failureRate", RuleDistance.failureRate(endpoint));
    json.writeEndObject();
    TimeJson.write(json, "lastSuccessAt", endpoint.lastSuccessAt());
    TimeJson.write(json, "lastFailureAt", endpoint.lastFailureAt());
    TimeJson.write(json, "disabledAt", endpoint.disabledAt());
    TimeJson.write(json, "frozenAt", endpoint.frozenAt());
    TimeJson.write(json, "lastProbeAt", endpoint.lastProbeAt());
    TimeJson.write(json, "nextProbeAt", endpoint.nextProbeAt());
    json.writeObjectFieldStart("waiting");
    json.writeNumberField("first", endpoint.waitingFirst());
    json.writeNumberField("retry", endpoint.waitingRetry());
    json.writeNumberField("order", endpoint.waitingOrder());
    json.writeEndObject();
  }

  /** Writes Retry-After and the endpoint's own settings; 0 means no own setting. */
  static void settings(JsonGenerator json, EndpointView endpoint, int most, SecretBox box)
      throws IOException {
    EndpointSettings settings = endpoint.settings();
    int limit = settings.maxInFlight() == 0 ? most : Math.min(most, settings.maxInFlight());
    json.writeNumberField("inFlightLimit", Math.min(endpoint.inFlightLimit(), limit));
    TimeJson.write(json, "retryAfterUntil", endpoint.holdUntil());
    number(json, "maxInFlight", settings.maxInFlight());
    number(json, "maxPerSecond", settings.maxPerSecond());
    json.writeStringField(
        "timeout",
        settings.timeoutMillis() == 0 ? null : DurationText.exact(settings.timeoutMillis()));
    json.writeObjectFieldStart("headers");
    for (String name : StoredHeaders.open(box, settings.headers()).values().keySet()) {
      json.writeStringField(name, MASK);
    }
    json.writeEndObject();
    OptionsPatch.write(json, settings.options());
  }

  private static void number(JsonGenerator json, String field, int value) throws IOException {
    if (value == 0) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, value);
    }
  }
}
