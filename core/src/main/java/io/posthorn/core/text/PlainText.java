package io.posthorn.core.text;

/** Makes external text safe for a log line or a response. */
public final class PlainText {
  private PlainText() {}

  /** The text on one line, without control characters, truncated to a length. */
  public static String of(String text, int maxLength) {
    StringBuilder plain = new StringBuilder(Math.min(text.length(), maxLength));
    for (int i = 0; i < text.length() && plain.length() < maxLength; i++) {
      char c = text.charAt(i);
      boolean shown = !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
      plain.append(shown ? c : ' ');
    }
    return plain.toString().strip();
  }
}
