package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.engine.read.EngineReads.FailedAttempt;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The JSON of the last failed attempt of an endpoint. */
public final class LastErrorJson {
  private LastErrorJson() {}

  /**
   * Writes the last failed attempt.
   *
   * @param failure null if there was none, or if retention has removed it
   * @param admin whether the caller may see what endpoints in allowed networks respond
   */
  public static void write(JsonGenerator json, @Nullable FailedAttempt failure, boolean admin)
      throws IOException {
    if (failure == null) {
      json.writeNullField("lastError");
      return;
    }
    json.writeObjectFieldStart("lastError");
    json.writeStringField("messageId", failure.message().toString());
    json.writeNumberField("attempt", failure.attempt().number());
    TimeJson.write(json, "at", failure.attempt().recordedAt());
    OutcomeJson.fields(json, failure.attempt().outcome(), admin);
    json.writeEndObject();
  }
}
