package io.posthorn.core.url;

import static io.posthorn.core.url.TargetUrl.HTTP;
import static io.posthorn.core.url.TargetUrl.HTTPS;
import static io.posthorn.core.url.TargetUrl.refused;

import java.util.HexFormat;
import java.util.Locale;

/**
 * The parser that reads a URL and builds its normal form.
 *
 * <p>Common URL classes repair or overlook what must not reach a request line (spaces, backslashes,
 * userinfo, bad escapes), each in its own way; this parser rejects everything that two
 * implementations could read differently.
 */
final class UrlParser {
  private static final int MAX_PORT = 65_535;

  /**
   * The characters allowed in a path besides letters and digits (RFC 3986); {@code %} is checked
   * separately.
   */
  private static final String PATH_MARKS = "-._~!$&'()*+,;=:@/%";

  /**
   * A query may also hold square brackets: the RFC forbids them, but every framework sends them.
   */
  private static final String QUERY_MARKS = PATH_MARKS + "?[]";

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private UrlParser() {}

  static String normalForm(String url) {
    checkLength(url);
    checkCharacters(url);
    String scheme = scheme(url);
    int start = scheme.length() + "://".length();
    int end = endOfAuthority(url, start);
    String normal = scheme + "://" + authority(scheme, url.substring(start, end)) + rest(url, end);
    // The ASCII form of a host can be longer than the original.
    checkLength(normal);
    return normal;
  }

  private static void checkLength(String url) {
    if (url.length() > TargetUrl.MAX_LENGTH) {
      throw refused("is longer than 2,048 characters; use a shorter URL.");
    }
  }

  /** Rejects characters that are invalid anywhere in a URL. */
  private static void checkCharacters(String url) {
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (Character.isISOControl(c)) {
        throw refused(
            "has a line break or another control character at position "
                + (i + 1)
                + "; remove it.");
      } else if (c == ' ') {
        throw refused("has a space at position " + (i + 1) + "; remove it or write it as %20.");
      } else if (c == '\\') {
        throw refused("has a backslash at position " + (i + 1) + "; use / or write it as %5C.");
      } else if (c == '#') {
        throw refused("has a fragment, which is never sent; remove the # and the text after it.");
      }
    }
  }

  private static String scheme(String url) {
    int end = url.indexOf("://");
    String scheme = end < 0 ? "" : url.substring(0, end).toLowerCase(Locale.ROOT);
    if (!scheme.equals(HTTPS) && !scheme.equals(HTTP)) {
      throw refused("must begin with https:// or http://.");
    }
    return scheme;
  }

  private static int endOfAuthority(String url, int start) {
    int end = start;
    while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
      end++;
    }
    return end;
  }

  private static String authority(String scheme, String authority) {
    if (authority.indexOf('@') >= 0) {
      throw refused(
          "has a user name or password before an @; remove them and set authToken instead.");
    }
    // The colons of an IPv6 address stand inside its brackets.
    int colon = authority.indexOf(':', authority.indexOf(']') + 1);
    if (colon < 0) {
      return UrlHost.normalForm(authority);
    }
    String host = UrlHost.normalForm(authority.substring(0, colon));
    int port = port(authority.substring(colon + 1), TargetUrl.defaultPort(scheme));
    return port == TargetUrl.defaultPort(scheme) ? host : host + ":" + port;
  }

  private static int port(String digits, int whenEmpty) {
    int port = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      port = digit < 0 || digit > 9 ? MAX_PORT + 1 : port * 10 + digit;
      if (port > MAX_PORT) {
        throw badPort();
      }
    }
    if (port == 0 && !digits.isEmpty()) {
      throw badPort();
    }
    return digits.isEmpty() ? whenEmpty : port;
  }

  private static RuntimeException badPort() {
    return refused("has an invalid port; it must be a number from 1 to 65535.");
  }

  /** Path and query, byte for byte; where the path is empty, {@code /} before them. */
  private static String rest(String url, int start) {
    boolean inQuery = false;
    for (int i = start; i < url.length(); i++) {
      char c = url.charAt(i);
      inQuery |= c == '?';
      if (c >= 0x80) {
        throw refused(
            "has a character outside ASCII in its path or query, at position "
                + (i + 1)
                + "; percent-encode it as UTF-8, such as %C3%A9 for \u00E9.");
      } else if (!isLetterOrDigit(c) && (inQuery ? QUERY_MARKS : PATH_MARKS).indexOf(c) < 0) {
        throw refused(
            "has a "
                + c
                + " at position "
                + (i + 1)
                + "; percent-encode it as %"
                + HEX.toHexDigits((byte) c)
                + ".");
      } else if (c == '%' && !(isHex(url, i + 1) && isHex(url, i + 2))) {
        throw refused(
            "has a % at position "
                + (i + 1)
                + " without two hexadecimal digits after it; write a percent sign as %25.");
      }
    }
    boolean noPath = start == url.length() || url.charAt(start) == '?';
    return noPath ? "/" + url.substring(start) : url.substring(start);
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean isHex(String url, int at) {
    return at < url.length() && Character.digit(url.charAt(at), 16) >= 0 && url.charAt(at) < 0x80;
  }
}
