package io.posthorn.sender.guard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The allowed targets ({@code security.allowed-targets}), by customer. */
public final class AllowedTargets {
  public static final AllowedTargets NONE = new AllowedTargets(List.of());

  private final List<IpNetwork> toAll = new ArrayList<>();
  private final Map<String, List<IpNetwork>> byCustomer = new HashMap<>();

  public AllowedTargets(List<AllowedTarget> targets) {
    for (AllowedTarget target : targets) {
      if (target.customerId() == null) {
        toAll.add(target.network());
      } else {
        byCustomer
            .computeIfAbsent(target.customerId(), customer -> new ArrayList<>())
            .add(target.network());
      }
    }
  }

  /** Returns whether no network at all is allowed for a customer. */
  boolean isEmptyFor(String customerId) {
    return toAll.isEmpty() && !byCustomer.containsKey(customerId);
  }

  /**
   * Returns whether a customer's requests may go to an address in the form of {@link
   * IpNetwork#bytes}.
   */
  boolean allow(String customerId, byte[] address) {
    return contain(toAll, address)
        || contain(byCustomer.getOrDefault(customerId, List.of()), address);
  }

  private static boolean contain(List<IpNetwork> networks, byte[] address) {
    for (IpNetwork network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
