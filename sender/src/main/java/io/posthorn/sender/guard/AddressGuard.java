package io.posthorn.sender.guard;

import io.posthorn.core.url.TargetUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The SSRF guard: decides which addresses a customer's requests may go to.
 *
 * <ul>
 *   <li>It checks the very address that is then connected to, at every attempt, so DNS rebinding
 *       has no effect.
 *   <li>If a name has several addresses, only the allowed ones are used.
 *   <li>Plain http goes only to explicitly allowed networks, unless https is not required.
 * </ul>
 */
public final class AddressGuard {
  private static final String SETTING = "security.allowed-targets";
  private static final String PUBLIC_ONLY =
      ", and requests go to public addresses only; to allow it, add its network to "
          + SETTING
          + ".";
  private static final String PLAIN = "The URL is plain http, and ";
  private static final String NO_NETWORK =
      " is in no network of " + SETTING + "; use https, or add its network there.";

  private static final String NEVER_PLAIN =
      "The URL is plain http, which no network allows; use https, or add the network of the"
          + " receiver to "
          + SETTING
          + ".";

  private final AllowedTargets allowed;
  private final boolean httpsOnly;

  public AddressGuard(AllowedTargets allowed, boolean httpsOnly) {
    this.allowed = allowed;
    this.httpsOnly = httpsOnly;
  }

  /** The guard's decision about the addresses of a URL's host. */
  public sealed interface Verdict {}

  /** Requests may go to these addresses: at least one, in resolver order. */
  public record Allowed(List<InetAddress> addresses) implements Verdict {}

  /**
   * Requests may go to none of them.
   *
   * @param reason the reason for the operator, with the address
   * @param outward the reason for the caller, without the address: it must not reveal the internal
   *     network
   */
  public record Refused(String reason, String outward) implements Verdict {}

  /** The host's name has no address now. It is not refused: every attempt looks it up again. */
  public record Unresolved(String host) implements Verdict {}

  /**
   * The refusal of a URL whatever address its host has: plain http, where no network is allowed for
   * the customer.
   */
  public Optional<Refused> alwaysRefused(String customerId, TargetUrl url) {
    boolean plain = httpsOnly && !url.secure();
    return plain && allowed.isEmptyFor(customerId)
        ? Optional.of(refused(NEVER_PLAIN))
        : Optional.empty();
  }

  /**
   * Checks the current addresses of a URL's host.
   *
   * @param addresses at least one
   */
  public Verdict examine(String customerId, TargetUrl url, List<InetAddress> addresses) {
    List<InetAddress> usable = new ArrayList<>(addresses.size());
    Refused first = null;
    boolean secure = url.secure() || !httpsOnly;
    for (InetAddress address : addresses) {
      Refused refusal = refusal(customerId, url.host(), secure, address);
      if (refusal == null) {
        usable.add(address);
      } else if (first == null) {
        first = refusal;
      }
    }
    return first == null || !usable.isEmpty() ? new Allowed(usable) : first;
  }

  /** Returns whether requests reach an address only because the operator allowed its network. */
  public boolean isOnlyReachableIfAllowed(TargetUrl url, InetAddress address) {
    boolean secure = url.secure() || !httpsOnly;
    return !secure || SpecialAddress.of(IpNetwork.bytes(address)) != null;
  }

  /**
   * Checks a URL at subscription time against the current addresses of its host. A name without an
   * address is not refused; every attempt is checked again.
   */
  public Optional<Refused> check(String customerId, TargetUrl url, Resolver resolver) {
    try {
      InetAddress literal = DnsLookup.literal(url.host());
      List<InetAddress> addresses =
          literal != null ? List.of(literal) : resolver.resolve(url.host());
      return check(customerId, url, addresses);
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  public Optional<Refused> check(String customerId, TargetUrl url, List<InetAddress> addresses) {
    return addresses.isEmpty()
        ? Optional.empty()
        : switch (examine(customerId, url, addresses)) {
          case Allowed _, Unresolved _ -> Optional.empty();
          case Refused refused -> Optional.of(refused);
        };
  }

  private @Nullable Refused refusal(
      String customerId, String host, boolean secure, InetAddress address) {
    byte[] bytes = IpNetwork.bytes(address);
    if (allowed.allow(customerId, bytes)) {
      return null;
    }
    String text = address.getHostAddress();
    boolean literal = DnsLookup.literal(host) != null;
    String what = SpecialAddress.of(bytes);
    if (what != null) {
      return literal
          ? refused("The host " + text + " is " + what + PUBLIC_ONLY)
          : new Refused(
              "The host " + host + " has the address " + text + ", " + what + PUBLIC_ONLY,
              "The host " + host + " has an address that is not public" + PUBLIC_ONLY);
    }
    if (!secure) {
      return literal
          ? refused(PLAIN + text + NO_NETWORK)
          : new Refused(PLAIN + text + NO_NETWORK, PLAIN + host + NO_NETWORK);
    }
    return null;
  }

  private static Refused refused(String reason) {
    return new Refused(reason, reason);
  }
}
