package io.posthorn.core.subscription;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The JSON body of a new subscription or of a patch: read strictly, field by field, with everything
 * that is wrong collected on the way.
 */
final class SubscriptionBody {
  /** The depth of JSON that is taken in anywhere. */
  private static final int MAX_DEPTH = 64;

  /** Enough for any honest mistake; a body made of mistakes does not make an answer of its size. */
  private static final int MAX_ERRORS = 100;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final String json;

  /** Text as it was meant, flags as {@code true} or {@code false}, lists as their JSON. */
  private final Map<SubscriptionField, String> values = new EnumMap<>(SubscriptionField.class);

  private final Set<SubscriptionField> seen = EnumSet.noneOf(SubscriptionField.class);
  private final Set<SubscriptionField> nulls = EnumSet.noneOf(SubscriptionField.class);
  private final List<FieldError> errors = new ArrayList<>();

  private SubscriptionBody(String json) {
    this.json = json;
  }

  /** Reads a body. What is wrong with single fields is told by {@link #refuseIfWrong}. */
  static SubscriptionBody read(byte[] bytes) {
    // Parsed from text, so that no other encoding is guessed from the first bytes.
    SubscriptionBody body = new SubscriptionBody(decode(bytes));
    try (JsonParser parser = JSON.createParser(body.json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidInputException("", "The body must be a JSON object.");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        body.readField(parser);
      }
      if (parser.nextToken() != null) {
        throw new InvalidInputException(
            "", "The body must be one JSON object and nothing after it.");
      }
      return body;
    } catch (StreamConstraintsException e) {
      throw new InvalidInputException(
          "", "The body is nested deeper than 64 levels or holds a number that is too long.");
    } catch (JsonProcessingException e) {
      throw new InvalidInputException("", "The body " + JsonFault.describe(e));
    } catch (IOException e) {
      throw new UncheckedIOException("text in memory can always be read", e);
    }
  }

  private static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidInputException("", "The body is not valid UTF-8.");
    }
  }

  private void readField(JsonParser parser) throws IOException {
    String name = parser.currentName();
    SubscriptionField field = SubscriptionField.named(name);
    parser.nextToken();
    if (field == null) {
      String pointer = "/" + name.replace("~", "~0").replace("/", "~1");
      wrong(pointer, "There is no such field; the fields are " + SubscriptionField.ALL_NAMES + ".");
    } else if (!seen.add(field)) {
      wrong(field.pointer(), "The field is given more than once; keep one.");
    } else {
      readValue(parser, field);
    }
    parser.skipChildren();
  }

  private void readValue(JsonParser parser, SubscriptionField field) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      nulls.add(field);
      return;
    }
    boolean fits =
        switch (field.kind()) {
          case TEXT -> token == JsonToken.VALUE_STRING;
          case FLAG -> token.isBoolean();
          case LIST -> token == JsonToken.START_ARRAY;
        };
    if (!fits) {
      wrong(field.pointer(), "The field must be " + field.kind().phrase() + ".");
    } else if (token == JsonToken.START_ARRAY) {
      int start = (int) parser.currentTokenLocation().getCharOffset();
      parser.skipChildren();
      values.put(field, json.substring(start, (int) parser.currentLocation().getCharOffset()));
    } else {
      values.put(field, parser.getText());
    }
  }

  /** The value of a field that must be there; null where it is wrong, which is collected. */
  <T> @Nullable T required(SubscriptionField field, Function<String, T> rule) {
    if (!seen.contains(field) || nulls.contains(field)) {
      wrong(field.pointer(), "The field is required.");
    }
    return optional(field, rule);
  }

  /** The value of a field; null where it is absent, null, or wrong, which is collected. */
  <T> @Nullable T optional(SubscriptionField field, Function<String, T> rule) {
    String value = values.get(field);
    return value == null ? null : collect(() -> rule.apply(value));
  }

  /** The change of a field that must keep a value. */
  <T> Change<T> change(SubscriptionField field, Function<String, T> rule) {
    if (nulls.contains(field)) {
      wrong(
          field.pointer(), "The field is required and cannot be cleared; leave it out to keep it.");
    }
    T value = optional(field, rule);
    return value == null ? Change.keep() : Change.to(value);
  }

  /** The change of a field that null sets back to its default. */
  <T> Change<T> change(SubscriptionField field, Function<String, T> rule, T byDefault) {
    return nulls.contains(field) ? Change.to(byDefault) : change(field, rule);
  }

  /** The change of a field that null takes away. */
  <T> Change<@Nullable T> clearable(SubscriptionField field, Function<String, T> rule) {
    T value = optional(field, rule);
    return value == null && !nulls.contains(field) ? Change.keep() : Change.to(value);
  }

  /** What a rule makes; null where it refuses, which is collected. */
  <T> @Nullable T collect(Supplier<T> rule) {
    try {
      return rule.get();
    } catch (InvalidInputException e) {
      e.errors().forEach(error -> wrong(error.pointer(), error.detail()));
      return null;
    }
  }

  void refuseIfWrong() {
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }

  private void wrong(String pointer, String detail) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(new FieldError(pointer, detail));
    }
  }
}
