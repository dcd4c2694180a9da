package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The JSON of times: ISO 8601 in UTC. */
public final class TimeJson {
  private TimeJson() {}

  public static String text(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  /** Writes a time; null for 0. */
  public static @Nullable String orNull(long millis) {
    return millis == 0 ? null : text(millis);
  }

  public static void write(JsonGenerator json, String field, long millis) throws IOException {
    json.writeStringField(field, orNull(millis));
  }
}
