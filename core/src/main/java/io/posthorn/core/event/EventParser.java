package io.posthorn.core.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parser of the events of one request: returns all of them, or throws with all errors.
 *
 * <ul>
 *   <li>States are slices of the body's array.
 *   <li>A plainly valid body is read by {@link EventScanner} in one pass; any other by the JSON
 *       reader, which finds all errors.
 *   <li>Parsing is strict: unknown fields, duplicate keys at any depth, invalid UTF-8 and
 *       extensions of JSON are errors.
 *   <li>Errors point to their field: {@code /objCode} in a single event, {@code /17/objCode} in an
 *       array or in lines, where 17 is the index of the event. After malformed JSON the rest of an
 *       array cannot be read; further lines can.
 * </ul>
 */
public final class EventParser {
  /** Its first byte in UTF-8; no JSON begins with it. */
  private static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  private final byte[] body;
  private final EventLimits limits;
  private final BatchErrors errors = new BatchErrors();
  private final EventReader reader;
  private final List<Event> events = new ArrayList<>();
  private final JsonFactory json = newFactory();
  private int seen;

  private EventParser(byte[] body, IntakeContext context) {
    this.body = body;
    this.limits = context.limits();
    this.reader = new EventReader(body, context, errors);
  }

  /**
   * The events of a body, at least one.
   *
   * @throws InputTooLargeException if there are too many events, or too many bytes
   * @throws InvalidInputException if anything else is wrong
   */
  public static List<Event> parse(byte[] body, BodyKind kind, IntakeContext context) {
    int most = context.limits().maxBodyBytes();
    if (body.length > most) {
      throw new InputTooLargeException(
          "", "The body has more than " + most + " bytes; send fewer events.");
    }
    int invalid = Utf8.firstInvalid(body);
    if (invalid >= 0) {
      throw new InvalidInputException(
          "",
          "The body is not UTF-8; the first invalid byte is at position "
              + invalid
              + ", counted from 0.");
    }
    List<Event> plain = EventScanner.scan(body, kind, context);
    return plain == null ? parseStrictly(body, kind, context) : Collections.unmodifiableList(plain);
  }

  /** Reads events field by field, to find all errors. */
  static List<Event> parseStrictly(byte[] body, BodyKind kind, IntakeContext context) {
    return new EventParser(body, context).parse(kind);
  }

  private List<Event> parse(BodyKind kind) {
    switch (kind) {
      case JSON -> readDocument();
      case NDJSON -> readLines();
    }
    if (seen == 0 && errors.count() == 0) {
      errors.add("", "The body contains no event; send at least one.");
    }
    errors.throwIfAny();
    return Collections.unmodifiableList(events);
  }

  private void readDocument() {
    JsonCursor at = open(0, body.length, 1, "");
    if (at == null) {
      return;
    }
    try (at) {
      JsonToken first = at.next();
      if (first == JsonToken.START_ARRAY) {
        at.enterBatch();
        while (at.next() != JsonToken.END_ARRAY) {
          readEvent(at);
        }
      } else if (first != null) {
        readEvent(at);
      }
      expectEnd(at, "", "Unexpected text after the JSON value; send several events as an array.");
    } catch (IOException e) {
      at.malformed(e);
    }
  }

  private void readLines() {
    int line = 1;
    for (int start = 0; start < body.length; line++) {
      int end = endOfLine(start);
      if (!isBlank(start, end)) {
        readLine(start, end, line);
      }
      start = end + 1;
    }
  }

  private void readLine(int start, int end, int line) {
    String pointer = "/" + seen;
    JsonCursor at = open(start, end, line, pointer);
    if (at == null) {
      seen++;
      return;
    }
    try (at) {
      at.next();
      readEvent(at);
      expectEnd(at, pointer, "Unexpected text after the event; put each event on its own line.");
    } catch (IOException e) {
      at.malformed(e);
    }
  }

  private void readEvent(JsonCursor at) throws IOException {
    if (seen == limits.maxEvents()) {
      errors.addTooLarge(
          "",
          "The body has more than "
              + limits.maxEvents()
              + " events; split them into several requests.");
      throw errors.refusal();
    }
    seen++;
    if (at.token() == JsonToken.START_OBJECT) {
      Event event = reader.read(at);
      if (event != null) {
        events.add(event);
      }
    } else {
      at.errorGot("An event must be a JSON object.");
      at.skip();
    }
  }

  private void expectEnd(JsonCursor at, String pointer, String detail) throws IOException {
    if (at.token() != null && at.next() != null) {
      errors.add(pointer, detail);
    }
  }

  /** A cursor before a document; null if its first bytes are not UTF-8. */
  private @Nullable JsonCursor open(int start, int end, int line, String pointer) {
    // The JSON reader would take these for UTF-16 or UTF-32, or skip a byte order mark.
    boolean suspect = end > start && body[start] == BYTE_ORDER_MARK;
    for (int i = start; i < Math.min(end, start + 4); i++) {
      suspect |= body[i] == 0;
    }
    if (suspect) {
      errors.add(
          pointer,
          "The text begins with a byte order mark or is not UTF-8; send UTF-8 without one.");
      return null;
    }
    return new JsonCursor(json, body, start, end, line, pointer, limits.maxDepth(), errors);
  }

  private int endOfLine(int start) {
    int end = start;
    while (end < body.length && body[end] != '\n') {
      end++;
    }
    return end;
  }

  private boolean isBlank(int start, int end) {
    for (int i = start; i < end; i++) {
      if (body[i] != ' ' && body[i] != '\t' && body[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /**
   * A factory for this body alone: a factory interns every key it has seen, so callers with ever
   * new keys could fill a shared one and slow down all others.
   */
  private static JsonFactory newFactory() {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
        .build();
  }
}
