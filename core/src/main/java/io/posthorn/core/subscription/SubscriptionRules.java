package io.posthorn.core.subscription;

import io.posthorn.core.event.CodeSyntax;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.text.RejectedValue;

/** The validation rules of subscription fields. URL, token and filters have rules of their own. */
final class SubscriptionRules {
  private static final int MAX_CODE = 64;
  private static final int MAX_OBJ_ID = 255;
  private static final int MAX_DESCRIPTION = 1_000;

  private SubscriptionRules() {}

  /** A kind of object or of change, or {@code *} for all. */
  static String code(SubscriptionField field, String text) {
    if (!text.equals(Subscription.ANY) && !isCode(text)) {
      throw refused(
          field,
          RejectedValue.got(
              "A code is a letter and up to 63 more letters, digits, dots, hyphens or underscores;"
                  + " * alone matches all codes.",
              text));
    }
    return text;
  }

  static String objId(String text) {
    if (text.isEmpty()) {
      throw refused(
          SubscriptionField.OBJ_ID, "objId is empty; omit the field to match all objects.");
    }
    return text(SubscriptionField.OBJ_ID, text, MAX_OBJ_ID);
  }

  static String description(String text) {
    return text(SubscriptionField.DESCRIPTION, text, MAX_DESCRIPTION);
  }

  static Connector connector(String text) {
    return switch (text) {
      case "AND" -> Connector.AND;
      case "OR" -> Connector.OR;
      default ->
          throw refused(
              SubscriptionField.FILTER_CONNECTOR,
              RejectedValue.got("The connector must be AND or OR.", text));
    };
  }

  static PayloadVersion version(String text) {
    return PayloadVersion.parse(text)
        .orElseThrow(
            () ->
                refused(
                    SubscriptionField.VERSION,
                    RejectedValue.got("The version must be v1 or v2.", text)));
  }

  static PayloadFormat format(String text) {
    return PayloadFormat.parse(text)
        .orElseThrow(
            () ->
                refused(
                    SubscriptionField.FORMAT,
                    RejectedValue.got(
                        "The format must be workfront, standard, raw, cloudevents or slack.",
                        text)));
  }

  /** The order of messages; {@code object} is the only one there is. */
  static boolean ordering(String text) {
    if (!text.equals("object")) {
      throw refused(
          SubscriptionField.ORDERING,
          RejectedValue.got("The ordering must be object, or null for none.", text));
    }
    return true;
  }

  /**
   * Format slack is for operational events, and has no states that Base64 could apply to. Format
   * cloudevents has one form only.
   */
  static PayloadFormat format(
      PayloadFormat format, String objCode, boolean base64, PayloadVersion version) {
    if (format == PayloadFormat.SLACK && !CodeSyntax.isReserved(objCode)) {
      throw refused(
          SubscriptionField.FORMAT,
          RejectedValue.got(
              "The format slack is for operational events: objCode must begin with "
                  + CodeSyntax.RESERVED_PREFIX
                  + ".",
              objCode));
    }
    if (format == PayloadFormat.SLACK && base64) {
      throw refused(
          SubscriptionField.BASE64_ENCODING,
          "The format slack sends a sentence and no states; set base64Encoding to false.");
    }
    if (format == PayloadFormat.CLOUDEVENTS && base64) {
      throw refused(
          SubscriptionField.BASE64_ENCODING,
          "The format cloudevents sends data as JSON; set base64Encoding to false.");
    }
    if (format == PayloadFormat.CLOUDEVENTS && version != PayloadVersion.V2) {
      throw refused(
          SubscriptionField.VERSION, "The format cloudevents has no v1; set version to v2.");
    }
    return format;
  }

  private static boolean isCode(String text) {
    if (text.isEmpty() || text.length() > MAX_CODE || !isLetter(text.charAt(0))) {
      return false;
    }
    return text.chars()
        .allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0);
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Characters are counted in code points, so that a supplementary character counts as one. */
  private static String text(SubscriptionField field, String text, int most) {
    if (text.codePointCount(0, text.length()) > most) {
      throw refused(
          field, RejectedValue.got("The text is longer than " + most + " characters.", text));
    }
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw refused(
          field,
          RejectedValue.got("The text has a lone surrogate, which is not a character.", text));
    }
    return text;
  }

  private static InvalidInputException refused(SubscriptionField field, String detail) {
    return new InvalidInputException(field.pointer(), detail);
  }
}
