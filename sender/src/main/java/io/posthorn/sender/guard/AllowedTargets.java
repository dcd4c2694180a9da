package io.posthorn.sender.guard;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The networks that requests may go to although they are not public, or without TLS: {@code
 * security.allowed-targets}. Some are allowed to all customers, some to one.
 */
public final class AllowedTargets {
  public static final AllowedTargets NONE = new AllowedTargets(List.of(), Map.of());

  private final List<IpNetwork> toAll;
  private final Map<String, List<IpNetwork>> byCustomer;

  private AllowedTargets(List<IpNetwork> toAll, Map<String, List<IpNetwork>> byCustomer) {
    this.toAll = toAll;
    this.byCustomer = byCustomer;
  }

  /**
   * Reads the setting: each entry is a network such as {@code 10.0.0.0/8}, or {@code
   * customer=network}.
   *
   * @throws InvalidInputException with every bad entry
   */
  public static AllowedTargets parse(List<String> entries) {
    List<IpNetwork> toAll = new ArrayList<>();
    Map<String, List<IpNetwork>> byCustomer = new HashMap<>();
    List<FieldError> errors = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String entry = entries.get(i).strip();
      int equals = entry.lastIndexOf('=');
      try {
        IpNetwork network = IpNetwork.parse(entry.substring(equals + 1).strip());
        if (equals < 0) {
          toAll.add(network);
        } else {
          byCustomer.computeIfAbsent(customer(entry, equals), c -> new ArrayList<>()).add(network);
        }
      } catch (IllegalArgumentException e) {
        errors.add(
            new FieldError(
                "/security/allowed-targets/" + i,
                "The allowed target \"" + entry + "\" " + e.getMessage()));
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
    return new AllowedTargets(toAll, byCustomer);
  }

  private static String customer(String entry, int equals) {
    String customer = entry.substring(0, equals).strip();
    if (customer.isEmpty()) {
      throw new IllegalArgumentException(
          "names no customer; write customer=network, or the network alone for all customers.");
    }
    return customer;
  }

  /** Whether a customer's requests may go to an address, given as {@link IpNetwork#bytes} does. */
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
