package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.server.http.Answer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists as the API answers them: {@code {data, nextCursor}}. */
final class Listing {
  private Listing() {}

  /** Writes one entry's fields. */
  @FunctionalInterface
  interface Row<T> {
    void write(JsonGenerator json, T entry) throws IOException;
  }

  /**
   * Answers one page.
   *
   * @param next where the next page begins; null where there is none
   */
  static <T> Answer of(List<T> entries, @Nullable String next, Row<T> row) {
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("data");
          for (T entry : entries) {
            json.writeStartObject();
            row.write(json, entry);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeStringField("nextCursor", next);
          json.writeEndObject();
        });
  }
}
