package io.posthorn.core.json;

import com.fasterxml.jackson.core.JsonParser;
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
    Map<String, Field> fields = new HashMap<>();
    try (JsonParser parser = JsonReader.parser(value)) {
      parser.nextToken();
      String name = parser.nextFieldName();
      while (name != null) {
        parser.nextToken();
        int start = value.start() + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken(); // text is read lazily: only now the parser stands behind it
        int end = value.start() + (int) parser.currentLocation().getByteOffset();
        fields.put(name, new Field(new JsonSlice(value.bytes(), start, end)));
        name = parser.nextFieldName();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a slice that is not well-formed JSON", e);
    }
    return new JsonFields(fields);
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
