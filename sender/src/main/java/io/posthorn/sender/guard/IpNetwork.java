package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * A network: the addresses that share their first bits.
 *
 * <p>Addresses are compared in the form that {@link #bytes} gives them, so that an IPv4 address is
 * the same inside an IPv6 one.
 */
record IpNetwork(byte[] network, int prefix) {
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /**
   * Reads {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address.
   *
   * @throws IllegalArgumentException with the reason, as the end of a sentence about the text
   */
  static IpNetwork parse(String text) {
    int slash = text.indexOf('/');
    byte[] network = literal(slash < 0 ? text : text.substring(0, slash));
    int bits = network.length * 8;
    int prefix = slash < 0 ? bits : number(text.substring(slash + 1));
    if (prefix < 0 || prefix > bits) {
      throw new IllegalArgumentException("has a bad prefix length; use 0 to " + bits + ".");
    }
    byte[] masked = mask(network, prefix);
    if (!Arrays.equals(network, masked)) {
      throw new IllegalArgumentException(
          "has bits set behind its prefix; write " + text(masked) + "/" + prefix + ".");
    }
    return new IpNetwork(network, prefix);
  }

  /** An address as 4 or 16 bytes; one of IPv4 that is mapped into IPv6 as the 4 that it means. */
  static byte[] bytes(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean mapped = bytes.length == 16 && Arrays.equals(bytes, 0, 12, MAPPED, 0, 12);
    return mapped ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }

  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int whole = prefix / 8;
    if (!Arrays.equals(network, 0, whole, address, 0, whole)) {
      return false;
    }
    int rest = prefix % 8;
    return rest == 0 || (network[whole] ^ address[whole]) >> (8 - rest) == 0;
  }

  private static byte[] literal(String text) {
    boolean plausible = text.chars().allMatch(c -> c == ':' || c == '.' || isHex(c));
    boolean dotted = text.indexOf(':') >= 0 || text.chars().filter(c -> c == '.').count() == 3;
    if (text.isEmpty() || !plausible || !dotted) {
      throw noAddress();
    }
    try {
      return bytes(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      throw noAddress();
    }
  }

  private static IllegalArgumentException noAddress() {
    return new IllegalArgumentException(
        "is not a network; write it as in 10.0.0.0/8 or fd00::/8, or customer=10.0.0.0/8.");
  }

  private static boolean isHex(int c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private static int number(String digits) {
    boolean plain = digits.length() <= 3 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return plain && !digits.isEmpty() ? Integer.parseInt(digits) : -1;
  }

  private static byte[] mask(byte[] address, int prefix) {
    byte[] masked = new byte[address.length];
    for (int i = 0; i < address.length; i++) {
      int bits = Math.clamp(prefix - 8L * i, 0, 8);
      masked[i] = (byte) (address[i] & (0xFF00 >> bits));
    }
    return masked;
  }

  private static String text(byte[] address) {
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (java.net.UnknownHostException e) {
      throw new AssertionError("4 or 16 bytes are an address", e);
    }
  }
}
