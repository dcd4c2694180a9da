package io.posthorn.server.http.limits;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a request, in the one form that the web server reads: HTTP/1.1 with a path. A
 * proxy may send HTTP/1.0, or the whole URL as target (absolute-form).
 *
 * @param text the line for the web server, without its end
 * @param http10 whether the caller speaks HTTP/1.0: it may omit {@code Host}, must not send chunks,
 *     and its connection ends with the response
 * @param authority host and port of an absolute-form target; null if there is none
 */
record RequestLine(byte[] text, boolean http10, @Nullable String authority) {
  /** The initial value, before the first request. */
  static final RequestLine NONE = new RequestLine(new byte[0], false, null);

  private static final String OLD_VERSION = " HTTP/1.0";
  private static final String VERSION = " HTTP/1.1";

  private static final Pattern ABSOLUTE =
      Pattern.compile("([A-Z]+) (?i:https?)://([^/?#@ ]+)([/?][^ ]*)?( HTTP/1\\.1)");

  static RequestLine of(byte[] line) {
    if (isPlain(line)) {
      return new RequestLine(line, false, null);
    }
    String text = new String(line, ISO_8859_1);
    if (hasLowerCaseMethod(text)) { // which the web server would read in upper case
      throw RequestException.builder()
          .type(EventType.OTHER)
          .status(Status.NOT_IMPLEMENTED_501)
          .setKeepAlive(false)
          .message("methods are case-sensitive")
          .build();
    }
    boolean old = text.endsWith(OLD_VERSION);
    if (old) {
      text = text.substring(0, text.length() - OLD_VERSION.length()) + VERSION;
    }
    Matcher absolute = ABSOLUTE.matcher(text);
    if (!absolute.matches()) {
      return new RequestLine(text.getBytes(ISO_8859_1), old, null);
    }
    String rest = absolute.group(3) == null ? "/" : absolute.group(3);
    String target = rest.startsWith("?") ? "/" + rest : rest;
    String origin = absolute.group(1) + " " + target + absolute.group(4);
    return new RequestLine(origin.getBytes(ISO_8859_1), old, absolute.group(2));
  }

  private static boolean hasLowerCaseMethod(String text) {
    String method = text.substring(0, Math.max(0, text.indexOf(' ')));
    String inUpperCase = method.toUpperCase(Locale.ROOT);
    return !method.equals(inUpperCase) && inUpperCase.chars().allMatch(c -> c >= 'A' && c <= 'Z');
  }

  /** Returns whether the line is in the common form: a method in upper case, a path, HTTP/1.1. */
  private static boolean isPlain(byte[] line) {
    int at = 0;
    while (at < line.length && line[at] >= 'A' && line[at] <= 'Z') {
      at++;
    }
    return at + 1 < line.length
        && line[at] == ' '
        && line[at + 1] == '/'
        && line[line.length - 1] == '1';
  }
}
