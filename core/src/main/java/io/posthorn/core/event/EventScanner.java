package io.posthorn.core.event;

import io.posthorn.core.json.JsonSlice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A fast reader of plainly valid events: one pass over the bytes of a body.
 *
 * <p>It leaves everything wrong or unusual, such as an escape in a key, to {@link EventParser},
 * which is many times slower and knows every rule and error. A test checks that both read the same
 * events whenever this one succeeds.
 */
final class EventScanner extends JsonScanner {
  private final IntakeContext context;
  private final List<Event> events = new ArrayList<>();
  private final EventFields fields = new EventFields();

  private EventScanner(byte[] body, BodyKind kind, IntakeContext context) {
    super(body, kind == BodyKind.NDJSON, context.limits().maxDepth());
    this.context = context;
  }

  /**
   * The events of a body of valid UTF-8, at least one; null if it is not plainly valid.
   *
   * @param body no larger than its limit
   */
  static @Nullable List<Event> scan(byte[] body, BodyKind kind, IntakeContext context) {
    EventScanner scanner = new EventScanner(body, kind, context);
    if (scanner.lines) {
      scanner.readLines();
    } else {
      scanner.readDocument();
    }
    return scanner.certain && !scanner.events.isEmpty() ? scanner.events : null;
  }

  private void readDocument() {
    skipSpace();
    if (is('[')) {
      do {
        at++;
        readEvent();
      } while (is(','));
      expect(']');
      skipSpace();
    } else {
      readEvent();
    }
    certain &= at == body.length;
  }

  private void readLines() {
    skipBlankLines();
    while (certain && at < body.length) {
      readEvent();
      certain &= at == body.length || is('\n');
      skipBlankLines();
    }
  }

  /** Reads an event and the space around it. */
  private void readEvent() {
    skipSpace();
    int start = at;
    if (events.size() == context.limits().maxEvents() || !is('{')) {
      certain = false;
      return;
    }
    fields.clear();
    forgetKeys();
    KeyRanges.Level names = keys.new Level();
    do {
      at++;
      String name = key(names);
      if (certain) {
        readField(name);
        skipSpace();
      }
    } while (is(','));
    names.close();
    expect('}');
    certain &= at - start <= context.limits().maxEventBytes();
    if (certain) {
      addEvent();
    }
    skipSpace();
  }

  private void readField(String name) {
    switch (name) {
      case "id" -> {
        fields.id = text(CodeSyntax::isEventId);
        certain &= fields.id != null;
      }
      case "customerId" -> fields.customerId = text(CodeSyntax::isCustomerId);
      case "objCode" -> fields.objCode = text(EventScanner::isFreeCode);
      case "eventType" -> fields.eventType = text(EventScanner::isFreeCode);
      case "objId" -> fields.objId = text(CodeSyntax::isName);
      case "userId" -> fields.userId = text(CodeSyntax::isName);
      case "eventTime" -> fields.eventTime = time();
      case "newState" -> fields.newState = state();
      case "oldState" -> fields.oldState = state();
      default -> certain = false;
    }
  }

  private static boolean isFreeCode(String text) {
    return CodeSyntax.isCode(text) && !CodeSyntax.isReserved(text);
  }

  private void addEvent() {
    String scope = context.customerId();
    String customer = scope == null ? fields.customerId : scope;
    boolean own = fields.customerId == null || fields.customerId.equals(customer);
    String code = fields.objCode;
    String type = fields.eventType;
    if (customer == null || !own || code == null || type == null) {
      certain = false;
      return;
    }
    if (type.equals(Event.CREATE)) {
      fields.oldState = absent(fields.oldState);
    } else if (type.equals(Event.DELETE)) {
      fields.newState = absent(fields.newState);
    }
    events.add(fields.event(context, customer, code, type));
  }

  /** A state that the type of the event excludes: at most an empty object. */
  private @Nullable JsonSlice absent(@Nullable JsonSlice state) {
    certain &= state == null || EventReader.isEmpty(state);
    return null;
  }

  /** A text without escapes that a rule accepts, or null. */
  private @Nullable String text(Predicate<String> isGood) {
    if (is('n')) {
      skipWord(NULL);
      return null;
    }
    String text = plainText();
    certain &= isGood.test(text);
    return text;
  }

  private @Nullable Instant time() {
    if (is('n')) {
      skipWord(NULL);
      return null;
    }
    Instant time = is('{') ? workfrontTime() : EventTime.of(plainText());
    certain &= time != null;
    return time;
  }

  /** Reads {@code {"epochSecond": 1769851800, "nano": 250000000}}, in this order. */
  private @Nullable Instant workfrontTime() {
    KeyRanges.Level names = keys.new Level();
    at++;
    certain &= key(names).equals("epochSecond");
    long epochSecond = wholeNumber();
    skipSpace();
    long nano = 0;
    if (is(',')) {
      at++;
      certain &= key(names).equals("nano");
      nano = wholeNumber();
      skipSpace();
    }
    names.close();
    expect('}');
    return EventTime.of(epochSecond, nano);
  }

  private @Nullable JsonSlice state() {
    if (is('n')) {
      skipWord(NULL);
      return null;
    }
    int start = at;
    certain &= is('{');
    if (certain) {
      skipObject(2); // the event is the first level
    }
    return certain ? new JsonSlice(body, start, at) : null;
  }
}
