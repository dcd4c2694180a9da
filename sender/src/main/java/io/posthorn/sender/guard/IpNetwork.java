package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An IP network in CIDR notation.
 *
 * <p>Addresses are compared in the form of {@link #bytes}, so that an IPv4-mapped IPv6 address
 * equals its IPv4 address.
 */
public final class IpNetwork {
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /** Stricter than the JDK, which also accepts {@code 10.1}. */
  private static final Pattern CIDR =
      Pattern.compile(
          "([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:/([0-9]{1,3}))?");

  /** The omitted groups of an IPv6 address. */
  private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");

  private final byte[] first;
  private final int prefix;

  private IpNetwork(byte[] first, int prefix) {
    this.first = first;
    this.prefix = prefix;
  }

  /**
   * Parses {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address.
   *
   * @return null if the text is neither
   * @throws HostBitsException if bits are set after the prefix
   */
  public static @Nullable IpNetwork parse(String text) {
    Matcher matcher = CIDR.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    byte[] address;
    try {
      address = bytes(InetAddress.ofLiteral(matcher.group(1)));
    } catch (IllegalArgumentException e) {
      return null;
    }
    int bits = address.length * Byte.SIZE;
    int prefix = matcher.group(2) == null ? bits : Integer.parseInt(matcher.group(2));
    if (prefix > bits) {
      return null;
    }
    IpNetwork network = new IpNetwork(masked(address, prefix), prefix);
    if (!Arrays.equals(address, network.first)) {
      throw new HostBitsException(network);
    }
    return network;
  }

  /** Parses a text that is known to be valid. */
  static IpNetwork of(String text) {
    IpNetwork network = parse(text);
    if (network == null) {
      throw new IllegalArgumentException("not a network: " + text);
    }
    return network;
  }

  /**
   * A network with host bits, such as {@code 10.1.2.3/8}, which is ambiguous. The message is a
   * predicate about the text.
   */
  public static final class HostBitsException extends RuntimeException {
    HostBitsException(IpNetwork whole) {
      super(
          "has address bits after its prefix; write "
              + whole
              + " for the whole network, or the address alone",
          null,
          false,
          false);
    }
  }

  /** An address as 4 or 16 bytes; an IPv4-mapped IPv6 address as 4. */
  static byte[] bytes(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean mapped = bytes.length == 16 && Arrays.equals(bytes, 0, 12, MAPPED, 0, 12);
    return mapped ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }

  /** Returns whether an address, in the form of {@link #bytes}, is in this network. */
  boolean contains(byte[] address) {
    if (address.length != first.length) {
      return false;
    }
    int whole = prefix / 8;
    if (!Arrays.equals(first, 0, whole, address, 0, whole)) {
      return false;
    }
    int rest = prefix % 8;
    return rest == 0 || (first[whole] ^ address[whole]) >> (8 - rest) == 0;
  }

  private static byte[] masked(byte[] address, int prefix) {
    byte[] masked = new byte[address.length];
    for (int i = 0; i < address.length; i++) {
      int bits = Math.clamp(prefix - 8L * i, 0, 8);
      masked[i] = (byte) (address[i] & (0xFF00 >> bits));
    }
    return masked;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpNetwork that
        && prefix == that.prefix
        && Arrays.equals(first, that.first);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(first) + prefix;
  }

  @Override
  public String toString() {
    try {
      String address = InetAddress.getByAddress(first).getHostAddress();
      return ZEROS.matcher(address).replaceFirst("::") + "/" + prefix;
    } catch (UnknownHostException e) {
      throw new AssertionError("4 or 16 bytes are an address", e);
    }
  }
}
