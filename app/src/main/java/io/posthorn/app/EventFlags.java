package io.posthorn.app;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** An event that is said with options. */
final class EventFlags {
  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      required = true,
      description = "What kind of object changed, such as TASK.")
  private String objCode = "";

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      required = true,
      description = "What happened to it, such as CREATE, UPDATE or DELETE.")
  private String eventType = "";

  @Option(names = "--obj-id", paramLabel = "ID", description = "Which object it was.")
  private @Nullable String objId;

  @Option(names = "--new", paramLabel = "JSON", description = "The new state, a JSON object.")
  private @Nullable String newState;

  @Option(names = "--old", paramLabel = "JSON", description = "The old state, a JSON object.")
  private @Nullable String oldState;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The event's own id: sent again, it is accepted once only.")
  private @Nullable String id;

  @Option(names = "--user-id", paramLabel = "ID", description = "Who did it.")
  private @Nullable String userId;

  @Option(
      names = "--event-time",
      paramLabel = "TIME",
      description = "When, such as 2026-11-15T10:00:00Z; default: when it is accepted.")
  private @Nullable String eventTime;

  /** Checks the states here: inside the event, a fault would be named by a place nobody wrote. */
  void check() throws InvalidEventsException {
    checkState("--new", newState);
    checkState("--old", oldState);
  }

  private static void checkState(String option, @Nullable String state)
      throws InvalidEventsException {
    if (state != null && EventFile.split(EventFile.bytes(state), option).size() != 1) {
      throw new InvalidEventsException(option + " must be one JSON object.");
    }
  }

  /**
   * The event's JSON.
   *
   * @param repetition from 1 on; an id gets it as its end, so that each is an event of its own; 0
   *     where the event is sent once
   */
  byte[] event(long repetition) {
    JsonBody body =
        json -> {
          json.writeStartObject();
          write(json, "id", id == null || repetition == 0 ? id : id + "-" + repetition);
          write(json, "objCode", objCode);
          write(json, "eventType", eventType);
          write(json, "objId", objId);
          write(json, "userId", userId);
          write(json, "eventTime", eventTime);
          writeRaw(json, "newState", newState);
          writeRaw(json, "oldState", oldState);
          json.writeEndObject();
        };
    return body.toBytes();
  }

  private static void write(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void writeRaw(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeFieldName(name);
      json.writeRawValue(value);
    }
  }
}
