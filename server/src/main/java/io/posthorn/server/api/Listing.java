package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Answer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists as the API answers them: {@code {data, nextCursor}}. */
final class Listing {
  private Listing() {}

  /** Names the nodes that could not be asked, where there are some. */
  static void incomplete(JsonGenerator json, Unreached unreached) throws IOException {
    if (!unreached.isEmpty()) {
      json.writeArrayFieldStart("incomplete");
      for (String node : unreached.nodes()) {
        json.writeString(node);
      }
      json.writeEndArray();
    }
  }

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
    return of(entries, next, row, new Unreached());
  }

  /** The same, which says so where nodes could not be asked. */
  static <T> Answer of(List<T> entries, @Nullable String next, Row<T> row, Unreached unreached) {
    return of(entries, next, row, unreached, 0);
  }

  /**
   * The same of what is not kept for ever.
   *
   * @param historyFrom what ended before may be gone; 0 where nothing is said of that
   */
  static <T> Answer of(
      List<T> entries, @Nullable String next, Row<T> row, Unreached unreached, long historyFrom) {
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
          incomplete(json, unreached);
          if (historyFrom > 0) {
            Times.write(json, "historyFrom", historyFrom);
          }
          json.writeEndObject();
        });
  }
}
