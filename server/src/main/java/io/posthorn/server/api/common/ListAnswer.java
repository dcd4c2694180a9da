package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.http.Answer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists as the API answers them: {@code {data, nextCursor}}. */
public final class ListAnswer {
  private ListAnswer() {}

  /** Names the nodes whose part is missing, where there are some. */
  public static void incomplete(JsonGenerator json, List<String> unreachable) throws IOException {
    if (!unreachable.isEmpty()) {
      json.writeArrayFieldStart("incomplete");
      for (String node : unreachable) {
        json.writeString(node);
      }
      json.writeEndArray();
    }
  }

  /** Writes one entry's fields. */
  @FunctionalInterface
  public interface Row<T> {
    void write(JsonGenerator json, T entry) throws IOException;
  }

  /**
   * Answers one page.
   *
   * @param next where the next page begins; null where there is none
   */
  public static <T> Answer of(List<T> entries, @Nullable String next, Row<T> row) {
    return of(Partial.complete(entries), next, row);
  }

  /** The same, which says so where nodes could not be read. */
  public static <T> Answer of(Partial<List<T>> entries, @Nullable String next, Row<T> row) {
    return of(entries, next, row, 0);
  }

  /**
   * The same of what is not kept for ever.
   *
   * @param historyFrom what ended before may be gone; 0 where nothing is said of that
   */
  public static <T> Answer of(
      Partial<List<T>> entries, @Nullable String next, Row<T> row, long historyFrom) {
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("data");
          for (T entry : entries.value()) {
            json.writeStartObject();
            row.write(json, entry);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeStringField("nextCursor", next);
          incomplete(json, entries.unreachable());
          if (historyFrom > 0) {
            TimeJson.write(json, "historyFrom", historyFrom);
          }
          json.writeEndObject();
        });
  }
}
