package io.posthorn.sender.guard;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Special-purpose addresses with their descriptions: the IANA special-purpose registries and the
 * metadata services of cloud providers.
 *
 * <p>An IPv6 address that embeds an IPv4 address (NAT64, 6to4, Teredo, ISATAP) is judged by the
 * embedded one, because a gateway could forward to it.
 */
final class SpecialAddress {
  private record Range(IpNetwork network, String what) {}

  /** The first matching range wins, so narrow ranges come first. */
  private static final List<Range> RANGES =
      List.of(
          range("169.254.169.254", "the metadata address of a cloud"),
          range("168.63.129.16", "the metadata address of a cloud"),
          range("100.100.100.200", "the metadata address of a cloud"),
          range("0.0.0.0/8", "an address of this network"),
          range("10.0.0.0/8", "a private address"),
          range("100.64.0.0/10", "an address behind a carrier's NAT"),
          range("127.0.0.0/8", "a loopback address"),
          range("169.254.0.0/16", "a link-local address"),
          range("172.16.0.0/12", "a private address"),
          range("192.0.0.0/24", "an address reserved for protocols"),
          range("192.0.2.0/24", "an address reserved for documentation"),
          range("192.88.99.0/24", "an address of a 6to4 relay"),
          range("192.168.0.0/16", "a private address"),
          range("198.18.0.0/15", "an address reserved for benchmarks"),
          range("198.51.100.0/24", "an address reserved for documentation"),
          range("203.0.113.0/24", "an address reserved for documentation"),
          range("224.0.0.0/4", "a multicast address"),
          range("255.255.255.255", "the broadcast address"),
          range("240.0.0.0/4", "a reserved address"),
          range("::", "the unspecified address"),
          range("::1", "the loopback address"),
          range("::/96", "an IPv4-compatible address"),
          range("64:ff9b:1::/48", "an address of a local NAT64"),
          range("100::/64", "a discard-only address"),
          range("2001:2::/48", "an address reserved for benchmarks"),
          range("2001:10::/28", "an address that is only an identifier (ORCHID)"),
          range("2001:20::/28", "an address that is only an identifier (ORCHID)"),
          range("2001:db8::/32", "an address reserved for documentation"),
          range("3fff::/20", "an address reserved for documentation"),
          range("fd00:ec2::254", "the metadata address of a cloud"),
          range("fd20:ce::254", "the metadata address of a cloud"),
          range("fc00::/7", "a private address"),
          range("fe80::/10", "a link-local address"),
          range("fec0::/10", "a site-local address"),
          range("ff00::/8", "a multicast address"));

  private static final IpNetwork NAT64 = IpNetwork.of("64:ff9b::/96");
  private static final IpNetwork SIX_TO_FOUR = IpNetwork.of("2002::/16");
  private static final IpNetwork TEREDO = IpNetwork.of("2001::/32");
  private static final IpNetwork GLOBAL = IpNetwork.of("2000::/3");

  private SpecialAddress() {}

  /**
   * The description of a special address, such as "a private address"; null for a public one.
   *
   * @param address in the form of {@link IpNetwork#bytes}
   */
  static @Nullable String of(byte[] address) {
    for (Range range : RANGES) {
      if (range.network.contains(address)) {
        return range.what;
      }
    }
    if (address.length != 16) {
      return null;
    }
    String inCarrier = ofCarrier(address);
    return inCarrier != null || !isIsatap(address) ? inCarrier : inner(address, 12, "ISATAP");
  }

  /**
   * Returns whether the interface identifier is that of ISATAP (RFC 5214): 0000:5efe or 0200:5efe.
   */
  private static boolean isIsatap(byte[] address) {
    return (address[8] & 0xFD) == 0
        && address[9] == 0
        && address[10] == 0x5E
        && address[11] == (byte) 0xFE;
  }

  private static @Nullable String ofCarrier(byte[] address) {
    if (NAT64.contains(address)) {
      return inner(address, 12, "NAT64");
    }
    if (SIX_TO_FOUR.contains(address)) {
      return inner(address, 2, "6to4");
    }
    if (TEREDO.contains(address)) {
      // Teredo has the server as it is, and the client with inverted bits.
      byte[] turned = address.clone();
      for (int i = 12; i < 16; i++) {
        turned[i] = (byte) ~turned[i];
      }
      String server = inner(address, 4, "Teredo");
      return server != null ? server : inner(turned, 12, "Teredo");
    }
    return GLOBAL.contains(address) ? null : "a reserved address";
  }

  private static @Nullable String inner(byte[] address, int at, String form) {
    String what = of(Arrays.copyOfRange(address, at, at + 4));
    return what == null ? null : what + " in its " + form + " form";
  }

  private static Range range(String network, String what) {
    return new Range(IpNetwork.of(network), what);
  }
}
