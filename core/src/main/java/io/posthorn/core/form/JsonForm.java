package io.posthorn.core.form;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonFault;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.text.DurationText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a JSON object that a caller wrote. Each field is taken once; errors are collected,
 * and {@link #done} reports them together with unknown fields.
 */
public final class JsonForm {
  private static final int MOST_ERRORS = 100;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(64).build())
          .build();

  /** Fields whose values no error repeats: secrets, and URLs, which may contain them. */
  private static final Set<String> NEVER_REPEATED =
      Set.of("auth", "authToken", "headers", "secret", "url");

  private final Map<String, JsonValue> values;
  private final Map<String, JsonValue> taken = new HashMap<>();
  private final FormErrors errors;

  private JsonForm(Map<String, JsonValue> values, FormErrors errors) {
    this.values = values;
    this.errors = errors;
  }

  /**
   * Reads a body that has to be one JSON object.
   *
   * @throws InvalidInputException if it is not
   */
  public static JsonForm read(byte[] body) {
    String text = decoded(body);
    check(text);
    FormErrors errors = new FormErrors(MOST_ERRORS);
    JsonObject object =
        (JsonObject)
            JsonReader.read(
                JsonSlice.of(text.strip()),
                pointer -> errors.add(pointer, "The field is given more than once; keep one."));
    return new JsonForm(new LinkedHashMap<>(object.fields()), errors);
  }

  private static String decoded(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException("", "The body is not valid UTF-8.");
    }
  }

  /** Parses text rather than bytes, so that the parser does not guess another encoding. */
  private static void check(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidInputException("", "The body must be a JSON object.");
      }
      parser.skipChildren(); // skipping finds syntax errors
      if (parser.nextToken() != null) {
        throw new InvalidInputException(
            "", "The body must be one JSON object, with nothing after it.");
      }
    } catch (StreamConstraintsException e) {
      throw new InvalidInputException(
          "", "The body is nested deeper than 64 levels or contains a number that is too long.");
    } catch (JsonProcessingException e) {
      throw new InvalidInputException("", "The body " + JsonFault.describe(e));
    } catch (IOException e) {
      throw new UncheckedIOException("text in memory can always be read", e);
    }
  }

  /** The names of the fields that were not taken yet, in the order of the body. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /** An optional text. */
  public Optional<String> text(String name, int longest) {
    JsonValue value = take(name);
    switch (value) {
      case JsonNull n -> {
        return Optional.empty();
      }
      case JsonText text -> {
        int length = text.value().codePointCount(0, text.value().length());
        boolean fits = length >= 1 && length <= longest;
        if (fits && text.value().chars().noneMatch(c -> c < ' ' || c == 0x7F)) {
          return Optional.of(text.value());
        }
        wrong(name, "must have 1 to " + longest + " characters, without control characters.");
      }
      default -> wrong(name, "must be text.");
    }
    return Optional.empty();
  }

  /** A required text; empty if it is missing, which {@link #done} reports. */
  public String requiredText(String name, int longest) {
    JsonValue given = values.get(name);
    Optional<String> text = text(name, longest);
    if (given == null || given instanceof JsonNull) {
      wrong(name, "is missing.");
    }
    return text.orElse("");
  }

  /** An optional time, in milliseconds. */
  public Optional<Long> time(String name) {
    return text(name, 64)
        .flatMap(
            text -> {
              try {
                return Optional.of(OffsetDateTime.parse(text).toInstant().toEpochMilli());
              } catch (DateTimeException | ArithmeticException e) {
                wrong(name, "must be a date-time with an offset, such as 2026-11-15T10:00:00Z.");
                return Optional.empty();
              }
            });
  }

  /**
   * An optional duration, in milliseconds; written as text, since a bare number has no unit.
   *
   * @param least the shortest that is allowed, as {@link DurationText} reads it
   */
  public Optional<Long> duration(String name, String least, String most) {
    JsonValue value = take(name);
    if (value instanceof JsonNull) {
      return Optional.empty();
    }
    long from = DurationText.parse(least).orElseThrow();
    long to = DurationText.parse(most).orElseThrow();
    long millis = value instanceof JsonText text ? DurationText.parse(text.value()).orElse(-1) : -1;
    if (millis >= from && millis <= to) {
      return Optional.of(millis);
    }
    String examples = to < DurationText.DAY ? "\"5s\"" : "\"5s\" or \"24h\"";
    wrong(
        name,
        "must be a duration from %s to %s, as text with its unit, such as %s."
            .formatted(least, most, examples));
    return Optional.empty();
  }

  /** An optional integer within a range. */
  public Optional<Long> number(String name, long least, long most) {
    JsonValue value = take(name);
    if (value instanceof JsonNull) {
      return Optional.empty();
    }
    if (value instanceof JsonValue.JsonNumber number) {
      try {
        long whole = Long.parseLong(number.value().toString());
        if (whole >= least && whole <= most) {
          return Optional.of(whole);
        }
      } catch (NumberFormatException e) {
        // Reported below.
      }
    }
    wrong(name, "must be a whole number from " + least + " to " + most + ".");
    return Optional.empty();
  }

  public Optional<Boolean> flag(String name) {
    JsonValue value = take(name);
    if (value instanceof JsonNull) {
      return Optional.empty();
    }
    if (value instanceof JsonValue.JsonBoolean) {
      return Optional.of(value.equals(JsonValue.TRUE));
    }
    wrong(name, "must be true or false.");
    return Optional.empty();
  }

  /** The value of a field of any type; JSON null if it is absent. */
  public JsonValue take(String name) {
    JsonValue value = values.remove(name);
    if (value == null) {
      return JsonValue.NULL;
    }
    taken.put(name, value);
    return value;
  }

  /** Returns whether a field is present and not yet taken. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The pointer to a field of an object. */
  public static String pointer(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /**
   * Records an error of a field; the text continues after the field's name. The value is repeated,
   * if there is one and it cannot be a secret.
   */
  public void wrong(String name, String what) {
    JsonValue got = taken.getOrDefault(name, values.getOrDefault(name, JsonValue.NULL));
    if (got instanceof JsonNull || !isRepeated(name)) {
      errors.add(pointer("", name), name + " " + what);
    } else {
      errors.add(pointer("", name), name + " " + what, got);
    }
  }

  /** Returns whether an error may repeat the value of a field. */
  public static boolean isRepeated(String name) {
    return !NEVER_REPEATED.contains(name);
  }

  /** Records an error of a part of a field. */
  public void wrongAt(String pointer, String detail) {
    errors.add(pointer, detail);
  }

  /** All errors so far, to add others to. */
  public FormErrors errors() {
    return errors;
  }

  /**
   * Rejects the body if there is any error or unknown field.
   *
   * @throws InvalidInputException with all errors
   */
  public void done() {
    for (String unknown : values.keySet()) {
      errors.add(pointer("", unknown), "Unknown field.");
    }
    errors.throwIfAny();
  }
}
