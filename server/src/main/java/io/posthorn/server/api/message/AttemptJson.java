package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Outcome;
import io.posthorn.server.api.common.OutcomeJson;
import io.posthorn.server.api.common.TimeJson;
import java.io.IOException;

/** The JSON of attempts. */
final class AttemptJson {
  private AttemptJson() {}

  /**
   * Writes an attempt.
   *
   * @param admin whether the caller may see what endpoints in allowed networks respond
   */
  static void write(JsonGenerator json, Attempt attempt, boolean admin) throws IOException {
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
    json.writeBooleanField("resent", outcome.resent());
    OutcomeJson.fields(json, outcome, admin);
    json.writeObjectFieldStart("next");
    json.writeStringField("status", attempt.next().text());
    json.writeStringField(
        "reason", attempt.reason() == EndReason.NONE ? null : attempt.reason().text());
    TimeJson.write(json, "at", attempt.nextAt());
    json.writeBooleanField("held", attempt.held());
    json.writeEndObject();
    json.writeEndObject();
  }
}
