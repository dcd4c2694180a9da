package io.posthorn.core.event;

/**
 * The syntax of codes and ids: allowed characters, length, and the reserved prefix.
 *
 * <p>The checks use no regular expressions, because they run for every event.
 */
public final class CodeSyntax {
  /** The prefix of the codes of operational events. */
  public static final String RESERVED_PREFIX = "POSTHORN_";

  public static final int MAX_CODE_LENGTH = 64;
  public static final int MAX_CUSTOMER_ID_LENGTH = 64;
  public static final int MAX_EVENT_ID_LENGTH = 128;

  /** The longest objId or userId, in characters (code points). */
  public static final int MAX_NAME_LENGTH = 255;

  private CodeSyntax() {}

  /** An objCode or eventType: {@code [A-Za-z][A-Za-z0-9_.-]{0,63}}. */
  public static boolean isCode(String text) {
    return has(1, MAX_CODE_LENGTH, text) && isLetter(text.charAt(0)) && isWord(text);
  }

  /** Returns whether a code is reserved for operational events and must not be posted. */
  public static boolean isReserved(String code) {
    return code.startsWith(RESERVED_PREFIX);
  }

  /** A customer's id: {@code [A-Za-z0-9][A-Za-z0-9_.-]{0,63}}. */
  public static boolean isCustomerId(String text) {
    return has(1, MAX_CUSTOMER_ID_LENGTH, text) && isLetterOrDigit(text.charAt(0)) && isWord(text);
  }

  /** An event's id: {@code [A-Za-z0-9_:-]{1,128}}. */
  public static boolean isEventId(String text) {
    if (!has(1, MAX_EVENT_ID_LENGTH, text)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && c != '_' && c != ':' && c != '-') {
        return false;
      }
    }
    return true;
  }

  /**
   * An objId or userId: 1 to 255 characters of any kind except control characters and lone
   * surrogates, which UTF-8 cannot encode.
   */
  public static boolean isName(String text) {
    if (text.isEmpty()
        || (text.length() > MAX_NAME_LENGTH
            && text.codePointCount(0, text.length()) > MAX_NAME_LENGTH)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        boolean paired = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
        if (!paired) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean has(int min, int max, String text) {
    return text.length() >= min && text.length() <= max;
  }

  private static boolean isWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && c != '_' && c != '.' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private static boolean isLetterOrDigit(char c) {
    return isLetter(c) || (c >= '0' && c <= '9');
  }
}
