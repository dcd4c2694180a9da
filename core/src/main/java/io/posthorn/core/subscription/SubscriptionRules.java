package io.posthorn.core.subscription;

import io.posthorn.core.filter.Connector;
import io.posthorn.core.input.InvalidInputException;

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
          "A code is a letter followed by at most 63 letters, digits, dots, hyphens or underscores;"
              + " * alone stands for all.");
    }
    return text;
  }

  static String objId(String text) {
    if (text.isEmpty()) {
      throw refused(
          SubscriptionField.OBJ_ID, "The object id is empty; leave the field out for all objects.");
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
          throw refused(SubscriptionField.FILTER_CONNECTOR, "The connector must be AND or OR.");
    };
  }

  static PayloadVersion version(String text) {
    return PayloadVersion.parse(text)
        .orElseThrow(() -> refused(SubscriptionField.VERSION, "The version must be v1 or v2."));
  }

  static PayloadFormat format(String text) {
    return PayloadFormat.parse(text)
        .orElseThrow(
            () ->
                refused(
                    SubscriptionField.FORMAT, "The format must be workfront, standard or raw."));
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
      throw refused(field, "The text is longer than " + most + " characters.");
    }
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw refused(field, "The text has a lone surrogate, which is not a character.");
    }
    return text;
  }

  private static InvalidInputException refused(SubscriptionField field, String detail) {
    return new InvalidInputException(field.pointer(), detail);
  }
}
