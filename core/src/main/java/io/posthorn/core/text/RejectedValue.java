package io.posthorn.core.text;

/**
 * A value that a caller sent, repeated in an error so that the caller finds it: quoted, short, on
 * one line. Not for tokens, secrets, headers and URLs.
 */
public final class RejectedValue {
  private static final int MAX_LENGTH = 60;

  private RejectedValue() {}

  /** Appends the rejected text to the sentence of a rule. */
  public static String got(String rule, String text) {
    return gotPlain(rule, quoted(text));
  }

  /** Appends a rejected value other than text: a number, {@code null}, {@code an array}. */
  public static String gotPlain(String rule, String value) {
    String open = rule.endsWith(".") ? rule.substring(0, rule.length() - 1) : rule;
    return open + "; got " + cut(value) + ".";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    int i = 0;
    while (i < text.length() && quoted.length() <= MAX_LENGTH) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append((char) c);
      } else if (isShown(c)) {
        quoted.appendCodePoint(c);
      } else {
        quoted.append(String.format("\\u%04x", c));
      }
    }
    return quoted.append(i < text.length() ? "…\"" : "\"").toString();
  }

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }

  private static String cut(String value) {
    return value.length() <= 2 * MAX_LENGTH ? value : value.substring(0, MAX_LENGTH) + "…";
  }
}
