package io.posthorn.server.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses, written as a CIDR.
 *
 * @param prefix how many leading bits all its addresses share
 */
public record Network(InetAddress address, int prefix) {
  private static final Pattern PREFIX = Pattern.compile("[0-9]{1,3}");

  /** Groups of an IPv6 address that people leave out. */
  private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");

  /** The network of a CIDR or of a single address; null where the text is neither. */
  static @Nullable Network parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = text.indexOf('%') >= 0 ? null : addressBefore(slash, text);
    if (address == null) {
      return null;
    }
    int bits = address.getAddress().length * Byte.SIZE;
    if (slash < 0) {
      return new Network(address, bits);
    }
    String digits = text.substring(slash + 1);
    int prefix = PREFIX.matcher(digits).matches() ? Integer.parseInt(digits) : bits + 1;
    return prefix > bits ? null : exact(text, new Network(address, prefix));
  }

  private static @Nullable InetAddress addressBefore(int slash, String text) {
    return Hosts.address(slash < 0 ? text : text.substring(0, slash));
  }

  /** Refuses {@code 10.1.2.3/8}: whoever writes it means one address, or does not know which. */
  private static Network exact(String text, Network network) {
    Network masked = new Network(network.firstAddress(), network.prefix);
    if (!masked.equals(network)) {
      throw new BadValueException(
          Line.quoted(text)
              + " has address bits behind its prefix; write "
              + masked
              + " for the whole network, or the address alone");
    }
    return network;
  }

  private InetAddress firstAddress() {
    byte[] bytes = address.getAddress();
    for (int bit = prefix; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] &= (byte) ~(0x80 >> (bit % Byte.SIZE));
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  @Override
  public String toString() {
    return ZEROS.matcher(address.getHostAddress()).replaceFirst("::") + "/" + prefix;
  }
}
