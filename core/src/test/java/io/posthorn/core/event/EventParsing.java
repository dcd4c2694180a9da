package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Parses test bodies: quotes may be single, and ids are id-1, id-2 and so on. */
public final class EventParsing {
  static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");
  static final String CUSTOMER = "acme";

  private EventParsing() {}

  static IntakeContext context(@Nullable String customerId) {
    AtomicInteger ids = new AtomicInteger();
    return new IntakeContext(
        customerId, NOW, () -> "id-" + ids.incrementAndGet(), null, EventLimits.DEFAULT);
  }

  static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  static Event one(String json) {
    List<Event> events = json(json);
    if (events.size() != 1) {
      throw new AssertionError("one event expected: " + events);
    }
    return events.getFirst();
  }

  static List<Event> json(String json) {
    return EventParser.parse(bytes(json), BodyKind.JSON, context(CUSTOMER));
  }

  static List<Event> lines(String lines) {
    return EventParser.parse(bytes(lines), BodyKind.NDJSON, context(CUSTOMER));
  }

  static InvalidInputException refusal(byte[] body, BodyKind kind, IntakeContext context) {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class, () -> EventParser.parse(body, kind, context));
    if (refusal == null) {
      throw new AssertionError("should have been refused");
    }
    return refusal;
  }

  static List<FieldError> errors(String json) {
    return refusal(bytes(json), BodyKind.JSON, context(CUSTOMER)).errors();
  }

  static List<String> pointers(String json) {
    return errors(json).stream().map(FieldError::pointer).toList();
  }

  static List<String> pointersOfLines(String lines) {
    return refusal(bytes(lines), BodyKind.NDJSON, context(CUSTOMER)).errors().stream()
        .map(FieldError::pointer)
        .toList();
  }

  /** An event that is good, with more fields. */
  static String event(String moreFields) {
    return "{'objCode':'PROJ','eventType':'UPDATE'" + moreFields + "}";
  }
}
