package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.api.common.TimeJson;
import java.io.IOException;

/** The JSON of attempts. */
final class AttemptJson {
  private AttemptJson() {}

  /**
   * Writes an attempt.
   *
   * @param shown whether the caller may see the response of the endpoint
   */
  static void write(JsonGenerator json, Attempt attempt, boolean shown) throws IOException {
    Outcome outcome = attempt.outcome();
    json.writeStartObject();
    json.writeNumberField("number", attempt.number());
    json.writeNumberField("slot", attempt.slot());
    json.writeBooleanField("probe", attempt.probe());
    json.writeStringField("endpointId", attempt.endpoint().toString());
    TimeJson.write(json, "startedAt", attempt.startedAt());
    TimeJson.write(json, "recordedAt", attempt.recordedAt());
    json.writeNumberField("durationMillis", outcome.durationMillis());
    json.writeBooleanField("success", outcome.success());
    if (outcome.error() == null) {
      json.writeNumberField("status", outcome.status());
    } else {
      json.writeNullField("status");
      json.writeStringField("error", outcome.error().text());
    }
    if (shown) {
      json.writeStringField("errorText", outcome.error() == null ? null : outcome.detail());
      json.writeStringField("retryAfter", outcome.retryAfter());
      json.writeStringField("response", ResponseText.of(outcome.responseStart()));
    }
    json.writeBooleanField("responseHidden", !shown);
    json.writeObjectFieldStart("next");
    json.writeStringField("status", attempt.next().text());
    json.writeStringField(
        "reason", attempt.reason() == EndReason.NONE ? null : attempt.reason().text());
    TimeJson.write(json, "at", attempt.nextAt());
    json.writeEndObject();
    json.writeEndObject();
  }
}
