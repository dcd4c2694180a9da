package io.posthorn.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A parser that turns a {@link JsonSlice} into a {@link JsonValue}. Of two equal keys in an object
 * the last one counts.
 */
public final class JsonReader {
  /**
   * Without the parser's own limits: the input was checked on intake, and a second set of limits
   * would make an accepted event unreadable. Only depth stays limited, to protect the stack.
   */
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonReader() {}

  /** Reads a value. */
  public static JsonValue read(JsonSlice slice) {
    int first = slice.bytes()[slice.start()];
    return switch (first) {
      case '{', '[' -> readTree(slice, pointer -> {});
      case '"' -> new JsonText(readText(slice));
      case 't' -> JsonValue.TRUE;
      case 'f' -> JsonValue.FALSE;
      case 'n' -> JsonValue.NULL;
      default -> new JsonNumber(JsonDecimal.of(slice.toString()));
    };
  }

  /** Reads a value and reports each duplicate key as a JSON pointer. */
  public static JsonValue read(JsonSlice slice, Consumer<String> onDuplicateKey) {
    return readTree(slice, onDuplicateKey);
  }

  static JsonParser parser(JsonSlice slice) throws IOException {
    return FACTORY.createParser(slice.bytes(), slice.start(), slice.length());
  }

  /** Reads a text, given with its quotes. */
  static String readText(JsonSlice slice) {
    byte[] json = slice.bytes();
    if (JsonSteps.toSpecial(json, slice.start() + 1) == slice.end() - 1) {
      return new String(json, slice.start() + 1, slice.length() - 2, StandardCharsets.UTF_8);
    }
    try (JsonParser parser = parser(slice)) {
      parser.nextToken();
      return parser.getText();
    } catch (IOException e) {
      throw new UncheckedIOException("the slice is not well-formed JSON", e);
    }
  }

  private static JsonValue readTree(JsonSlice slice, Consumer<String> onDuplicateKey) {
    try (JsonParser parser = parser(slice)) {
      parser.nextToken();
      return value(parser, onDuplicateKey);
    } catch (IOException e) {
      throw new UncheckedIOException("the slice is not well-formed JSON", e);
    }
  }

  private static JsonValue value(JsonParser parser, Consumer<String> onDuplicateKey)
      throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, onDuplicateKey);
      case START_ARRAY -> array(parser, onDuplicateKey);
      case VALUE_STRING -> new JsonText(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(JsonDecimal.of(parser.getText()));
      case VALUE_TRUE -> JsonValue.TRUE;
      case VALUE_FALSE -> JsonValue.FALSE;
      case VALUE_NULL -> JsonValue.NULL;
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
  }

  private static JsonObject object(JsonParser parser, Consumer<String> onDuplicateKey)
      throws IOException {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      if (fields.containsKey(key)) {
        onDuplicateKey.accept(parser.getParsingContext().pathAsPointer().toString());
      }
      parser.nextToken();
      fields.put(key, value(parser, onDuplicateKey));
    }
    return new JsonObject(fields);
  }

  private static JsonArray array(JsonParser parser, Consumer<String> onDuplicateKey)
      throws IOException {
    List<JsonValue> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser, onDuplicateKey));
    }
    return new JsonArray(elements);
  }
}
