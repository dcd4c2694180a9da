package io.posthorn.kafka.task;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** The JSON records of the attempts topic: one object per attempt or final message state. */
final class AttemptRecord {
  private static final JsonFactory JSON = new JsonFactory();

  private AttemptRecord() {}

  /** The fields of a record. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  static byte[] of(Effect.AttemptRecorded effect) {
    Attempt attempt = effect.attempt();
    return write(
        json -> {
          json.writeStringField("type", "attempt");
          json.writeStringField("customerId", effect.customerId());
          json.writeStringField("messageId", effect.message().toString());
          json.writeStringField("endpointId", attempt.endpoint().toString());
          json.writeNumberField("number", attempt.number());
          json.writeNumberField("slot", attempt.slot());
          json.writeBooleanField("probe", attempt.probe());
          time(json, "startedAt", attempt.startedAt());
          time(json, "recordedAt", attempt.recordedAt());
          outcome(json, attempt.outcome());
          json.writeStringField("next", attempt.next().text());
          reason(json, attempt.reason());
          if (attempt.nextAt() != 0) {
            time(json, "nextAt", attempt.nextAt());
          }
        });
  }

  static byte[] of(Effect.MessageEnded effect) {
    return write(
        json -> {
          json.writeStringField("type", "end");
          json.writeStringField("customerId", effect.customerId());
          json.writeStringField("messageId", effect.message().toString());
          json.writeStringField("endpointId", effect.endpoint().toString());
          json.writeStringField("status", effect.status().text());
          reason(json, effect.reason());
          time(json, "at", effect.at());
        });
  }

  /** Leaves out the response body: not every reader of the topic may see it. */
  private static void outcome(JsonGenerator json, Outcome outcome) throws IOException {
    json.writeNumberField("durationMillis", outcome.durationMillis());
    json.writeBooleanField("resent", outcome.resent());
    ErrorKind error = outcome.error();
    if (error == null) {
      json.writeNumberField("status", outcome.status());
    } else {
      json.writeStringField("error", error.text());
      json.writeStringField("detail", outcome.detail());
    }
  }

  private static void reason(JsonGenerator json, EndReason reason) throws IOException {
    if (reason != EndReason.NONE) {
      json.writeStringField("reason", reason.text());
    }
  }

  private static void time(JsonGenerator json, String name, long millis) throws IOException {
    json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
  }

  private static byte[] write(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to a byte array failed", e);
    }
    return bytes.toByteArray();
  }
}
