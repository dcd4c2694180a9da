package io.posthorn.app;

import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of the API. It is read leniently, since a server may be older or newer than the
 * command: what is not there, or is of another kind, is empty.
 */
record ApiObject(JsonObject json) {
  static final ApiObject EMPTY = new ApiObject(new JsonObject(Map.of()));

  /** Reads an answer; null where it is not a JSON object. */
  static @Nullable ApiObject parse(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    if (!text.startsWith("{")) {
      return null;
    }
    try {
      return of(JsonReader.read(JsonSlice.of(text)));
    } catch (UncheckedIOException e) {
      return null;
    }
  }

  private static ApiObject of(JsonValue value) {
    return value instanceof JsonObject object ? new ApiObject(object) : EMPTY;
  }

  boolean has(String name) {
    return !(json.get(name) instanceof JsonValue.JsonNull);
  }

  String text(String name) {
    return json.get(name) instanceof JsonText text ? text.value() : "";
  }

  long number(String name) {
    return (long) decimal(name);
  }

  double decimal(String name) {
    return json.get(name) instanceof JsonNumber number
        ? Double.parseDouble(number.value().toString())
        : 0;
  }

  boolean flag(String name) {
    return json.get(name).equals(JsonValue.TRUE);
  }

  @Nullable Instant moment(String name) {
    try {
      return has(name) ? OffsetDateTime.parse(text(name)).toInstant() : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  ApiObject object(String name) {
    return of(json.get(name));
  }

  List<ApiObject> objects(String name) {
    return json.get(name) instanceof JsonArray array
        ? array.elements().stream().map(ApiObject::of).toList()
        : List.of();
  }
}
