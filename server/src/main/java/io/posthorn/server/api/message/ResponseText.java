package io.posthorn.server.api.message;

import java.nio.charset.StandardCharsets;

/** The start of a response body as safe text: control and bidirectional characters are escaped. */
final class ResponseText {
  private ResponseText() {}

  static String of(byte[] start) {
    String text = new String(start, StandardCharsets.UTF_8);
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (steers(c)) {
        safe.append(String.format("\\u%04x", (int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static boolean steers(char c) {
    boolean layout = c == '\n' || c == '\r' || c == '\t';
    return !layout && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
  }
}
