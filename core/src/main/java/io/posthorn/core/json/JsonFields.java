package io.posthorn.core.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object. Their positions are found in one pass; each value is parsed once,
 * on first use.
 *
 * <p>Not thread-safe.
 */
public final class JsonFields {
  private static final JsonFields NONE = new JsonFields(Map.of());

  private final Map<String, Field> byName; // never iterated

  private JsonFields(Map<String, Field> byName) {
    this.byName = byName;
  }

  /** The fields of a value: none where it is absent or not an object. */
  public static JsonFields of(@Nullable JsonSlice value) {
    if (value == null || value.bytes()[value.start()] != '{') {
      return NONE;
    }
    try {
      return new JsonFields(fields(value));
    } catch (ArrayIndexOutOfBoundsException e) {
      throw malformed();
    }
  }

  private static Map<String, Field> fields(JsonSlice object) {
    Map<String, Field> fields = new HashMap<>();
    byte[] json = object.bytes();
    int at = JsonSteps.skipSpace(json, object.start() + 1);
    while (json[at] == '"') {
      int nameEnd = JsonSteps.endOfText(json, at);
      String name = JsonReader.readText(new JsonSlice(json, at, nameEnd));
      int colon = JsonSteps.skipSpace(json, nameEnd);
      int start = JsonSteps.skipSpace(json, colon + 1);
      int end = JsonSteps.endOfValue(json, start);
      fields.put(name, new Field(new JsonSlice(json, start, end)));
      at = JsonSteps.skipSpace(json, end);
      if (json[at] == ',') {
        at = JsonSteps.skipSpace(json, at + 1);
      }
    }
    if (at >= object.end() || json[at] != '}') {
      throw malformed();
    }
    return fields;
  }

  private static UncheckedIOException malformed() {
    return new UncheckedIOException(new IOException("the slice is not well-formed JSON"));
  }

  public @Nullable Field get(String name) {
    return byName.get(name);
  }

  /** One field of an object. */
  public static final class Field {
    private final JsonSlice slice;
    private @Nullable JsonValue value;
    private @Nullable JsonFields fields;

    private Field(JsonSlice slice) {
      this.slice = slice;
    }

    /** Its value as it came. */
    public JsonSlice slice() {
      return slice;
    }

    /** Its value, read. */
    public JsonValue value() {
      JsonValue known = value;
      if (known == null) {
        known = JsonReader.read(slice);
        value = known;
      }
      return known;
    }

    /** The fields of its value, where that is an object. */
    public JsonFields fields() {
      JsonFields known = fields;
      if (known == null) {
        known = of(slice);
        fields = known;
      }
      return known;
    }
  }
}
