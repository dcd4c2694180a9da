package io.posthorn.server.settings;

import io.posthorn.core.event.Codes;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import org.jspecify.annotations.Nullable;

/**
 * A network that messages may be sent to although its addresses are not public, or by plain http.
 *
 * @param customerId the one customer whose messages may; null for all
 */
public record AllowedTarget(@Nullable String customerId, Network network) {
  static final String EXPECTED = "a network such as 10.0.0.0/8, or customer=10.0.0.0/8";

  static @Nullable AllowedTarget parse(String text) {
    int equals = text.indexOf('=');
    String customerId = equals < 0 ? null : text.substring(0, equals).strip();
    if (customerId != null && !isOwner(customerId)) {
      return null;
    }
    Network network = Network.parse(text.substring(equals + 1).strip());
    return network == null ? null : new AllowedTarget(customerId, network);
  }

  /** The operator is nobody's customer, but news.url may well be in a private network. */
  private static boolean isOwner(String id) {
    return Codes.isCustomerId(id) || id.equals(OperatorSubscription.CUSTOMER);
  }

  @Override
  public String toString() {
    return customerId == null ? network.toString() : customerId + "=" + network;
  }
}
