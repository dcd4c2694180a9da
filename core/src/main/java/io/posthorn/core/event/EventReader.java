package io.posthorn.core.event;

import com.fasterxml.jackson.core.JsonToken;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.text.RejectedValue;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A reader of single events, field by field. */
final class EventReader {
  /** Stands for an invalid text whose error is recorded: present, but not checked any further. */
  private static final String BAD = "";

  private static final String ID_RULE = "id must be 1 to 128 letters, digits, '_', ':' or '-'.";
  private static final String CUSTOMER_RULE =
      "customerId must be a letter or digit and up to 63 more letters, digits, '_', '.' or '-'.";
  private static final String CODE_RULE =
      " must be a letter and up to 63 more letters, digits, '_', '.' or '-'.";
  private static final String NAME_RULE =
      " must have 1 to 255 characters, without control characters or lone surrogates.";
  private static final String UNKNOWN_FIELD =
      "Unknown field; remove it, or put it into a state. The fields are id, customerId,"
          + " objCode, eventType, objId, eventTime, userId, newState and oldState.";

  private final byte[] body;
  private final IntakeContext context;
  private final BatchErrors errors;
  private final EventFields fields = new EventFields();

  EventReader(byte[] body, IntakeContext context, BatchErrors errors) {
    this.body = body;
    this.context = context;
    this.errors = errors;
  }

  /**
   * Reads the event whose opening brace is under the cursor and stops at its closing brace; null if
   * it is invalid, with its errors recorded.
   */
  @Nullable Event read(JsonCursor at) throws IOException {
    int errorsBefore = errors.count();
    int start = at.tokenStart();
    fields.clear();
    while (at.next() == JsonToken.FIELD_NAME) {
      String name = at.name();
      at.next();
      readField(at, name);
    }
    int length = at.tokenEnd() - start;
    int max = context.limits().maxEventBytes();
    if (length > max) {
      at.tooLarge("The event has " + length + " bytes; at most " + max + " are accepted.");
    }
    String code = require(at, fields.objCode, "objCode");
    String type = require(at, fields.eventType, "eventType");
    String customer = customer(at);
    checkStates(at, type);
    return errors.count() == errorsBefore ? fields.event(context, customer, code, type) : null;
  }

  private void readField(JsonCursor at, String name) throws IOException {
    switch (name) {
      case "id" -> fields.id = id(at);
      case "customerId" -> fields.customerId = text(at, CodeSyntax::isCustomerId, CUSTOMER_RULE);
      case "objCode" -> fields.objCode = code(at, name);
      case "eventType" -> fields.eventType = code(at, name);
      case "objId" -> fields.objId = text(at, CodeSyntax::isName, "objId" + NAME_RULE);
      case "userId" -> fields.userId = text(at, CodeSyntax::isName, "userId" + NAME_RULE);
      case "eventTime" -> fields.eventTime = EventTime.read(at);
      case "newState" -> fields.newState = state(at, name);
      case "oldState" -> fields.oldState = state(at, name);
      default -> {
        at.error(UNKNOWN_FIELD);
        at.skip();
      }
    }
  }

  /**
   * Null is refused: a producer that loses its ids would lose the protection against duplicates.
   */
  private static @Nullable String id(JsonCursor at) throws IOException {
    if (at.token() == JsonToken.VALUE_NULL) {
      at.error("id must not be null; give one, or omit the field.");
      return BAD;
    }
    return text(at, CodeSyntax::isEventId, ID_RULE);
  }

  private static @Nullable String code(JsonCursor at, String name) throws IOException {
    String code = text(at, CodeSyntax::isCode, name + CODE_RULE);
    if (code != null && CodeSyntax.isReserved(code)) {
      at.errorGot(
          "Codes that begin with " + CodeSyntax.RESERVED_PREFIX + " are reserved; use another.");
    }
    return code;
  }

  private static @Nullable String text(JsonCursor at, Predicate<String> isGood, String rule)
      throws IOException {
    JsonToken token = at.token();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.VALUE_STRING) {
      at.errorGot("The value must be text, in double quotes.");
      at.skip();
      return BAD;
    }
    String text = at.text();
    if (!isGood.test(text)) {
      at.errorGot(rule);
      return BAD;
    }
    return text;
  }

  private @Nullable JsonSlice state(JsonCursor at, String name) throws IOException {
    JsonToken token = at.token();
    if (token == JsonToken.START_OBJECT) {
      int start = at.tokenStart();
      at.skip();
      return new JsonSlice(body, start, at.tokenEnd());
    }
    if (token != JsonToken.VALUE_NULL) {
      at.errorGot(name + " must be a JSON object, or absent.");
      at.skip();
    }
    return null;
  }

  private static String require(JsonCursor at, @Nullable String text, String name) {
    if (text == null) {
      at.error(at.pointer() + "/" + name, name + " is missing; every event needs it.");
      return BAD;
    }
    return text;
  }

  private String customer(JsonCursor at) {
    String scope = context.customerId();
    String customerId = fields.customerId;
    if (scope == null) {
      return require(at, customerId, "customerId");
    }
    if (customerId != null && !customerId.equals(BAD) && !customerId.equals(scope)) {
      at.error(
          at.pointer() + "/customerId",
          RejectedValue.got(
              "This request is for customer " + scope + " only; omit customerId, or use that id.",
              customerId));
    }
    return scope;
  }

  private void checkStates(JsonCursor at, String type) {
    if (type.equals(Event.CREATE)) {
      fields.oldState =
          absent(at, fields.oldState, "oldState", "A CREATE event has no oldState; remove it.");
    } else if (type.equals(Event.DELETE)) {
      fields.newState =
          absent(at, fields.newState, "newState", "A DELETE event has no newState; remove it.");
    }
  }

  /** An empty object counts as absent: some platforms always write both states. */
  private static @Nullable JsonSlice absent(
      JsonCursor at, @Nullable JsonSlice state, String name, String detail) {
    if (state != null && !isEmpty(state)) {
      at.error(at.pointer() + "/" + name, detail);
    }
    return null;
  }

  static boolean isEmpty(JsonSlice object) {
    for (int i = object.start() + 1; i < object.end() - 1; i++) {
      if (object.bytes()[i] > ' ') {
        return false;
      }
    }
    return true;
  }
}
