package io.posthorn.core.filter;

import static io.posthorn.core.event.Event.CREATE;
import static io.posthorn.core.event.Event.DELETE;

import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonBoolean;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parser of a single filter, which rejects one that could never match. */
final class FieldFilterReader {
  private static final String FIELD_NAME = "fieldName";
  private static final String FIELD_VALUE = "fieldValue";
  private static final String COMPARISON = "comparison";
  private static final String STATE = "state";
  private static final List<String> KEYS = List.of(FIELD_NAME, FIELD_VALUE, COMPARISON, STATE);

  private final String eventType;

  FieldFilterReader(String eventType) {
    this.eventType = eventType;
  }

  /** The filter, or null after an error. */
  @Nullable FieldFilter read(FilterObject sent) {
    sent.refuseOtherKeysThan(KEYS);
    String name = sent.requiredText(FIELD_NAME, "the name of a field");
    Comparison comparison = sent.word(COMPARISON, Comparison.EQ, Comparison::of, Comparison.KNOWN);
    State state = sent.word(STATE, State.NEW, State::of, "oldState, newState");
    boolean soundState = hasSoundState(sent, comparison, state);
    boolean soundValue = comparison != null && hasSoundValue(sent, comparison);
    if (name == null || comparison == null || state == null || !soundState || !soundValue) {
      return null;
    }
    return new FieldFilter(
        sent.pointer(), new FieldName(name), comparison, state, sent.get(FIELD_VALUE));
  }

  private boolean hasSoundState(
      FilterObject sent, @Nullable Comparison comparison, @Nullable State state) {
    boolean oneState = eventType.equals(CREATE) || eventType.equals(DELETE);
    if (oneState && comparison == Comparison.CHANGED) {
      sent.wrong(
          COMPARISON,
          "changed compares oldState with newState, but a %s event has only one of them; use exists."
              .formatted(eventType));
      return false;
    }
    if (eventType.equals(CREATE) && state == State.OLD) {
      sent.wrong(STATE, "A CREATE event has no oldState; use \"state\": \"newState\".");
      return false;
    }
    if (eventType.equals(DELETE) && state == State.NEW) {
      sent.wrong(
          STATE, "A DELETE event has no newState, the default state; add \"state\": \"oldState\".");
      return false;
    }
    return true;
  }

  private static boolean hasSoundValue(FilterObject sent, Comparison comparison) {
    if (!comparison.takesValue()) {
      return true; // existing clients send an empty one: ignored
    }
    if (!sent.has(FIELD_VALUE)) {
      sent.wrong(FIELD_VALUE, "fieldValue is missing: " + comparison + " needs one.");
      return false;
    }
    String fault = fault(comparison, sent.get(FIELD_VALUE));
    if (fault != null) {
      sent.wrongValue(FIELD_VALUE, fault);
    }
    return fault == null;
  }

  private static @Nullable String fault(Comparison comparison, JsonValue value) {
    if (comparison.isOrder() && OrderedValue.of(value) == null) {
      return comparison + " needs a number, a date or other text to compare with.";
    }
    if (value instanceof JsonNull && comparison == Comparison.CONTAINS_ONLY) {
      return "containsOnly never matches null; use notExists, or [null] for an array that contains"
          + " null.";
    }
    boolean seeks = comparison == Comparison.CONTAINS || comparison == Comparison.NOT_CONTAINS;
    if (value instanceof JsonNull && seeks) {
      return comparison + " cannot compare with null; use exists or notExists.";
    }
    return isTooLargeToCompare(value)
        ? "fieldValue contains a number whose exponent is too large; use a smaller one."
        : null;
  }

  private static boolean isTooLargeToCompare(JsonValue value) {
    return switch (value) {
      case JsonNumber number -> number.value().isBeyondLimit();
      case JsonArray array ->
          array.elements().stream().anyMatch(FieldFilterReader::isTooLargeToCompare);
      case JsonObject object ->
          object.fields().values().stream().anyMatch(FieldFilterReader::isTooLargeToCompare);
      case JsonNull none -> false;
      case JsonBoolean truth -> false;
      case JsonText text -> false;
    };
  }
}
