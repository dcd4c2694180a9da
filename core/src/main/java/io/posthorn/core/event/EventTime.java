package io.posthorn.core.event;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The field {@code eventTime} of an event: ISO-8601 text with an offset, or Workfront's own form,
 * the object {@code {epochSecond, nano}}.
 *
 * <p>Accepted from 1970 to 9999: anything outside is a mistake of units, and not every receiver
 * could parse it.
 */
final class EventTime {
  private static final String FORMS =
      "eventTime must be ISO-8601 text with an offset, such as \"2026-01-31T09:30:00.250Z\", or"
          + " {\"epochSecond\": 1769851800, \"nano\": 250000000}, from 1970 to 9999.";

  private static final long MAX_EPOCH_SECOND =
      Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final long MAX_NANO = 999_999_999;

  private EventTime() {}

  /** Reads the value under the cursor; null if it is absent, or invalid with its error recorded. */
  static @Nullable Instant read(JsonCursor at) throws IOException {
    JsonToken token = at.token();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token == JsonToken.START_OBJECT) {
      return readObject(at);
    }
    Instant time = token == JsonToken.VALUE_STRING ? IsoDateTime.parse(at.text()) : null;
    if (time == null || !isSane(time.getEpochSecond())) {
      at.errorGot(FORMS);
      at.skip();
      return null;
    }
    return time;
  }

  /** The time of an ISO-8601 text; null if it is not accepted. */
  static @Nullable Instant of(String text) {
    Instant time = IsoDateTime.parse(text);
    return time == null || !isSane(time.getEpochSecond()) ? null : time;
  }

  /** The time of Workfront's form; null if it is not accepted. */
  static @Nullable Instant of(long epochSecond, long nano) {
    return !isSane(epochSecond) || nano < 0 || nano > MAX_NANO
        ? null
        : Instant.ofEpochSecond(epochSecond, nano);
  }

  private static @Nullable Instant readObject(JsonCursor at) throws IOException {
    String pointer = at.pointer();
    Long epochSecond = null;
    Long nano = 0L;
    boolean named = false;
    while (at.next() == JsonToken.FIELD_NAME) {
      String name = at.name();
      at.next();
      switch (name) {
        case "epochSecond" -> {
          named = true;
          epochSecond = number(at, MAX_EPOCH_SECOND, name);
        }
        case "nano" -> nano = number(at, MAX_NANO, name);
        default -> {
          at.error("eventTime has the fields epochSecond and nano only; remove this one.");
          at.skip();
        }
      }
    }
    if (!named) {
      at.error(pointer, FORMS);
    }
    return epochSecond == null || nano == null ? null : Instant.ofEpochSecond(epochSecond, nano);
  }

  private static @Nullable Long number(JsonCursor at, long max, String name) throws IOException {
    Long value = at.wholeNumber();
    if (value == null || value < 0 || value > max) {
      at.errorGot(name + " must be a whole number from 0 to " + max + ".");
      at.skip();
      return null;
    }
    return value;
  }

  private static boolean isSane(long epochSecond) {
    return epochSecond >= 0 && epochSecond <= MAX_EPOCH_SECOND;
  }
}
