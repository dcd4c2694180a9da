package io.posthorn.sender;

import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The static headers of an endpoint, sent with every request. Headers that affect routing, framing
 * or signing are rejected.
 *
 * <p>{@code toString} shows names only, because values are often secrets.
 */
public final class StaticHeaders {
  public static final StaticHeaders NONE = new StaticHeaders(Map.of());

  static final int MAX_COUNT = 20;
  static final int MAX_NAME = 100;
  static final int MAX_VALUE = 2_048;

  private static final String NAME_MARKS = "!#$%&'*+-.^_`|~";

  /** Headers that Posthorn sets. */
  private static final Set<String> OURS =
      Set.of("user-agent", "content-type", "traceparent", "tracestate");

  /** Hop-by-hop headers, and headers that change how receivers respond. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "host",
          "content-length",
          "content-encoding",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "accept-encoding",
          "http2-settings");

  private final Map<String, String> byName;

  private StaticHeaders(Map<String, String> byName) {
    this.byName = byName;
  }

  /**
   * Parses headers from a JSON object such as <code>{"X-Team": "blue"}</code>.
   *
   * @throws InvalidInputException with an error at {@code /headers/<name>} for every rejected
   *     header; never with a value in its text
   */
  public static StaticHeaders of(JsonValue value) {
    if (!(value instanceof JsonObject object)) {
      throw new InvalidInputException("/headers", "headers must be an object of names and values.");
    }
    List<FieldError> errors = new ArrayList<>();
    Map<String, String> headers = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Map.Entry<String, JsonValue> field : object.fields().entrySet()) {
      String name = field.getKey();
      String wrong = refusal(name, field.getValue());
      if (wrong == null && !seen.add(name.toLowerCase(Locale.ROOT))) {
        wrong = "is given twice with different case; keep one.";
      }
      if (wrong != null) {
        errors.add(new FieldError(JsonForm.pointer("/headers", name), sentence(name, wrong)));
      } else if (field.getValue() instanceof JsonText text) {
        headers.put(name, text.value());
      }
    }
    if (headers.size() > MAX_COUNT) {
      errors.add(new FieldError("/headers", "An endpoint can have at most 20 headers."));
    }
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
    return new StaticHeaders(Collections.unmodifiableMap(headers));
  }

  /** The reason why a header is rejected, as a sentence without its value; empty if it is not. */
  public static Optional<String> rejection(String name, String value) {
    return Optional.ofNullable(refusal(name, new JsonText(value)))
        .map(wrong -> sentence(name, wrong));
  }

  private static String sentence(String name, String wrong) {
    return "The header \"" + shown(name) + "\" " + wrong;
  }

  /** Parses headers that {@link #toJson} wrote. */
  static StaticHeaders parse(String json) {
    return of(JsonReader.read(JsonSlice.of(json)));
  }

  /** Names and values, in their original order. */
  public Map<String, String> byName() {
    return byName;
  }

  /** The text to seal and store. */
  public String toJson() {
    return byName.entrySet().stream()
        .map(header -> quoted(header.getKey()) + ":" + quoted(header.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public String toString() {
    return byName.keySet().toString();
  }

  private static @Nullable String refusal(String name, JsonValue value) {
    if (name.isEmpty() || name.length() > MAX_NAME) {
      return "must have a name of 1 to 100 characters.";
    }
    if (!name.chars().allMatch(StaticHeaders::isNameCharacter)) {
      return "contains a character that is not allowed in a header name; use letters, digits and hyphens.";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("authorization")) {
      return "is set from the subscription; set its authToken instead.";
    }
    if (OURS.contains(lower) || lower.startsWith("webhook-")) {
      return "is set by Posthorn and cannot be changed.";
    }
    if (OF_THE_CONNECTION.contains(lower) || lower.startsWith("proxy-")) {
      return "is a connection header and cannot be set; remove it.";
    }
    return value instanceof JsonText text
        ? valueRefusal(text.value())
        : "must have text as its value.";
  }

  private static @Nullable String valueRefusal(String value) {
    if (value.isEmpty() || value.length() > MAX_VALUE) {
      return "must have a value of 1 to 2,048 characters.";
    }
    if (!value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      return "has a value with a line break, a control character or a non-ASCII character.";
    }
    return value.startsWith(" ") || value.endsWith(" ")
        ? "has a value with a leading or trailing space, which HTTP strips; remove it."
        : null;
  }

  private static boolean isNameCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || NAME_MARKS.indexOf(c) >= 0;
  }

  private static String shown(String name) {
    return PlainText.of(name, MAX_NAME);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
