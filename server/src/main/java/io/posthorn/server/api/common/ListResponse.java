package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.http.CallResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** List responses of the form {@code {data, nextCursor}}. */
public final class ListResponse {
  private ListResponse() {}

  /** Writes the nodes that could not be reached, if any. */
  public static void incomplete(JsonGenerator json, List<String> unreachable) throws IOException {
    if (!unreachable.isEmpty()) {
      json.writeArrayFieldStart("incomplete");
      for (String node : unreachable) {
        json.writeString(node);
      }
      json.writeEndArray();
    }
  }

  /** Writes the fields of one entry. */
  @FunctionalInterface
  public interface Row<T> {
    void write(JsonGenerator json, T entry) throws IOException;
  }

  /**
   * Returns one page.
   *
   * @param next the cursor of the next page; null on the last one
   */
  public static <T> CallResponse of(List<T> entries, @Nullable String next, Row<T> row) {
    return of(Partial.complete(entries), next, row);
  }

  /** Returns one page, with the nodes that could not be reached. */
  public static <T> CallResponse of(Partial<List<T>> entries, @Nullable String next, Row<T> row) {
    return of(entries, next, row, 0);
  }

  /**
   * Returns one page of a list with limited retention.
   *
   * @param historyFrom entries that ended earlier may be missing; 0 if unknown
   */
  public static <T> CallResponse of(
      Partial<List<T>> entries, @Nullable String next, Row<T> row, long historyFrom) {
    return CallResponse.ok(
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
