package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses that share their first bits, in CIDR notation.
 *
 * <p>Addresses are compared in the form that {@link #bytes} gives them, so that an IPv4 address is
 * the same inside an IPv6 one.
 */
public final class IpNetwork {
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /** The platform takes {@code 10.1} for an address too; people mean something else by it. */
  private static final Pattern CIDR =
      Pattern.compile(
          "([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:/([0-9]{1,3}))?");

  /** Groups of an IPv6 address that people leave out. */
  private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");

  private final byte[] first;
  private final int prefix;

  private IpNetwork(byte[] first, int prefix) {
    this.first = first;
    this.prefix = prefix;
  }

  /**
   * Reads {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address.
   *
   * @return null if the text is neither
   * @throws HostBitsException if bits are set behind the prefix
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

  /** Reads a text that is known to be right. */
  static IpNetwork of(String text) {
    IpNetwork network = parse(text);
    if (network == null) {
      throw new IllegalArgumentException("not a network: " + text);
    }
    return network;
  }

  /**
   * A network such as {@code 10.1.2.3/8}: whoever wrote it means one address, or does not know
   * which network. The message is the end of a sentence about the text.
   */
  public static final class HostBitsException extends RuntimeException {
    HostBitsException(IpNetwork whole) {
      super(
          "has address bits behind its prefix; write "
              + whole
              + " for the whole network, or the address alone",
          null,
          false,
          false);
    }
  }

  /** An address as 4 or 16 bytes; one of IPv4 that is mapped into IPv6 as the 4 that it means. */
  static byte[] bytes(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean mapped = bytes.length == 16 && Arrays.equals(bytes, 0, 12, MAPPED, 0, 12);
    return mapped ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }

  /** Whether an address, in the form of {@link #bytes}, is in this network. */
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
