package io.posthorn.core.subscription;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A field of a subscription that a caller may set. */
enum SubscriptionField {
  OBJ_CODE("objCode", Kind.TEXT),
  EVENT_TYPE("eventType", Kind.TEXT),
  URL("url", Kind.TEXT),
  AUTH_TOKEN("authToken", Kind.TEXT),
  OBJ_ID("objId", Kind.TEXT),
  FILTERS("filters", Kind.LIST),
  FILTER_CONNECTOR("filterConnector", Kind.TEXT),
  BASE64_ENCODING("base64Encoding", Kind.FLAG),
  VERSION("version", Kind.TEXT),
  FORMAT("format", Kind.TEXT),
  DESCRIPTION("description", Kind.TEXT),
  ORDERING("ordering", Kind.TEXT);

  /** The JSON type of a field. */
  enum Kind {
    TEXT("text in quotes"),
    FLAG("true or false"),
    LIST("an array");

    private final String phrase;

    Kind(String phrase) {
      this.phrase = phrase;
    }

    /** The name used in error messages. */
    String phrase() {
      return phrase;
    }
  }

  static final String ALL_NAMES =
      Arrays.stream(values()).map(field -> field.text).collect(Collectors.joining(", "));

  private static final Map<String, SubscriptionField> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(field -> field.text, Function.identity()));

  private final String text;
  private final Kind kind;

  SubscriptionField(String text, Kind kind) {
    this.text = text;
    this.kind = kind;
  }

  static @Nullable SubscriptionField named(String name) {
    return BY_NAME.get(name);
  }

  String text() {
    return text;
  }

  String pointer() {
    return "/" + text;
  }

  Kind kind() {
    return kind;
  }
}
