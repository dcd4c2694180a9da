package io.posthorn.core.url;

import static io.posthorn.core.url.TargetUrl.refused;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/** An IPv6 address in the canonical text form of RFC 5952. */
final class Ipv6Literal {
  private static final int GROUPS = 8;
  private static final String MARKS = "0123456789abcdefABCDEF:.";

  private Ipv6Literal() {}

  static String normalForm(String text) {
    if (text.indexOf('%') >= 0) {
      throw refused(
          "has an IPv6 address with a zone, which is valid on one machine only; remove the % and"
              + " the text after it.");
    }
    // The JDK would also accept brackets, and digits of other scripts.
    if (!text.chars().allMatch(c -> MARKS.indexOf(c) >= 0)) {
      throw notAnAddress();
    }
    try {
      InetAddress address = Inet6Address.ofLiteral(text);
      // The JDK returns an IPv4-mapped IPv6 address as an IPv4 address.
      return address instanceof Inet4Address mapped
          ? "::ffff:" + mapped.getHostAddress()
          : compressed(address.getAddress());
    } catch (IllegalArgumentException e) {
      throw notAnAddress();
    }
  }

  private static RuntimeException notAnAddress() {
    return refused("has an invalid IPv6 address; write it as in [2001:db8::1].");
  }

  /** The groups without leading zeros, the first of the longest runs of zeros as {@code ::}. */
  private static String compressed(byte[] address) {
    int runStart = GROUPS;
    int runLength = 1; // a single zero group is not shortened
    for (int start = 0; start < GROUPS; start++) {
      int length = 0;
      while (start + length < GROUPS && group(address, start + length) == 0) {
        length++;
      }
      if (length > runLength) {
        runStart = start;
        runLength = length;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == runStart) {
        text.append("::");
        i += runLength - 1;
      } else {
        boolean afterGroup = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
        text.append(afterGroup ? ":" : "").append(Integer.toHexString(group(address, i)));
      }
    }
    return text.toString();
  }

  private static int group(byte[] address, int index) {
    return (address[2 * index] & 0xFF) << 8 | (address[2 * index + 1] & 0xFF);
  }
}
