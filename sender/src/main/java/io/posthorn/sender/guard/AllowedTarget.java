package io.posthorn.sender.guard;

import org.jspecify.annotations.Nullable;

/**
 * A network that requests may go to even though it is not public, and without TLS.
 *
 * @param customerId the customer it is allowed for; null for all
 */
public record AllowedTarget(@Nullable String customerId, IpNetwork network) {
  /**
   * Parses a network such as {@code 10.0.0.0/8}, or {@code customer=10.0.0.0/8}.
   *
   * @return null if the text is neither
   * @throws IpNetwork.HostBitsException if bits are set after the network's prefix
   */
  public static @Nullable AllowedTarget parse(String text) {
    int equals = text.indexOf('=');
    String customerId = equals < 0 ? null : text.substring(0, equals).strip();
    IpNetwork network = IpNetwork.parse(text.substring(equals + 1).strip());
    return network == null || (customerId != null && customerId.isEmpty())
        ? null
        : new AllowedTarget(customerId, network);
  }

  /** Parses a text that is known to be valid. */
  public static AllowedTarget of(String text) {
    AllowedTarget target = parse(text);
    if (target == null) {
      throw new IllegalArgumentException("not an allowed target: " + text);
    }
    return target;
  }

  @Override
  public String toString() {
    return customerId == null ? network.toString() : customerId + "=" + network;
  }
}
