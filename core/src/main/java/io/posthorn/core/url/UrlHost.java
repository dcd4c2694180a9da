package io.posthorn.core.url;

import static io.posthorn.core.url.TargetUrl.refused;

import java.net.IDN;
import java.util.HexFormat;
import java.util.Locale;

/** The host of a URL, in the normal form used for comparing and resolving it. */
final class UrlHost {
  /** The limits of DNS, for a label and for a whole name. */
  private static final int MAX_LABEL = 63;

  private static final int MAX_NAME = 253;

  /**
   * Sharp s, final sigma and the two joiners: the older and the newer rules for international names
   * (IDNA 2003 and 2008) make different hosts of them, and a delivery must not go to the other one.
   */
  private static final String AMBIGUOUS = "\u00DF\u03C2\u200C\u200D";

  private UrlHost() {}

  static String normalForm(String host) {
    if (host.startsWith("[")) {
      return bracketed(host);
    }
    String ascii = ascii(host).toLowerCase(Locale.ROOT);
    String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
    if (name.isEmpty()) {
      throw refused("has no host; write it as in https://example.com/path.");
    }
    if (name.length() > MAX_NAME) {
      throw refused("has a host longer than 253 characters, the limit of DNS.");
    }
    String[] labels = name.split("\\.", -1);
    for (String label : labels) {
      checkLabel(label);
    }
    if (looksNumeric(labels[labels.length - 1]) && !isDottedQuad(labels)) {
      throw refused(
          "has a host that looks like an IPv4 address but is not valid; write it as four decimal"
              + " numbers from 0 to 255 without leading zeros, such as 192.0.2.1.");
    }
    return name;
  }

  private static String bracketed(String host) {
    if (!host.endsWith("]")) {
      throw refused(
          "has an IPv6 address without its closing bracket; write it as in [2001:db8::1].");
    }
    return "[" + Ipv6Literal.normalForm(host.substring(1, host.length() - 1)) + "]";
  }

  private static String ascii(String host) {
    boolean ascii = true;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      ascii &= c < 0x80;
      if (AMBIGUOUS.indexOf(c) >= 0) {
        throw refused(
            "has a host with a character that different systems read differently (U+"
                + HexFormat.of().withUpperCase().toHexDigits(c)
                + "); write the host in its ASCII form, which begins xn--.");
      }
    }
    try {
      return ascii ? host : IDN.toASCII(host);
    } catch (IllegalArgumentException e) {
      throw refused(
          "has an international host name that cannot be converted; write it in its ASCII form,"
              + " which begins xn--.");
    }
  }

  /** Underscores are not for host names, but names with them are in use inside many networks. */
  private static void checkLabel(String label) {
    if (label.isEmpty() || label.length() > MAX_LABEL) {
      throw refused("has a host with a part that is empty or longer than 63 characters.");
    }
    for (int i = 0; i < label.length(); i++) {
      char c = label.charAt(i);
      boolean fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      if (!fits) {
        throw refused(
            "has a host with an invalid character; use letters, digits, hyphens and dots, without"
                + " percent-encoding.");
      }
    }
    if (label.startsWith("-") || label.endsWith("-")) {
      throw refused("has a host with a part that begins or ends with a hyphen.");
    }
  }

  /**
   * Returns whether some system would read a host that ends so as a number: {@code 127.1}, {@code
   * 0x7f}.
   */
  private static boolean looksNumeric(String label) {
    boolean hex = label.startsWith("0x");
    for (int i = hex ? 2 : 0; i < label.length(); i++) {
      if (Character.digit(label.charAt(i), hex ? 16 : 10) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDottedQuad(String[] labels) {
    for (String label : labels) {
      boolean leadingZero = label.length() > 1 && label.startsWith("0");
      if (leadingZero || label.length() > 3 || !looksNumeric(label)) {
        return false;
      }
      if (Integer.parseInt(label) > 255) {
        return false;
      }
    }
    return labels.length == 4;
  }
}
