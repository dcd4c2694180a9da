package io.posthorn.sender;

import io.posthorn.core.subscription.TargetUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which addresses a customer's requests may go to.
 *
 * <ul>
 *   <li>It is asked about the very address that is then connected to, at every attempt: a name that
 *       means another address later gains nothing.
 *   <li>Of several addresses of a name only the allowed ones are used.
 *   <li>Plain http goes only to networks that are allowed by name, unless https is not asked for.
 * </ul>
 */
public final class AddressGuard {
  private static final String SETTING = "security.allowed-targets";

  private final AllowedTargets allowed;
  private final boolean httpsOnly;

  public AddressGuard(AllowedTargets allowed, boolean httpsOnly) {
    this.allowed = allowed;
    this.httpsOnly = httpsOnly;
  }

  /** What the guard says about the addresses of a URL's host. */
  public sealed interface Verdict {}

  /** Requests may go to these addresses, at least one, in the order in which they came. */
  public record Allowed(List<InetAddress> addresses) implements Verdict {}

  /** Requests may go to none of them; the reason is a sentence for a person. */
  public record Refused(String reason) implements Verdict {}

  /**
   * Examines the addresses that a URL's host has now.
   *
   * @param addresses at least one
   */
  public Verdict examine(String customerId, TargetUrl url, List<InetAddress> addresses) {
    List<InetAddress> usable = new ArrayList<>(addresses.size());
    String reason = null;
    boolean secure = url.scheme().equals("https") || !httpsOnly;
    for (InetAddress address : addresses) {
      String refusal = refusal(customerId, url.host(), secure, address);
      if (refusal == null) {
        usable.add(address);
      } else if (reason == null) {
        reason = refusal;
      }
    }
    return reason == null || !usable.isEmpty() ? new Allowed(usable) : new Refused(reason);
  }

  /**
   * Checks a URL before it is subscribed, with the addresses that its host has now: why it is
   * refused, if it is. A name that has no address yet is not refused; the guard is asked again at
   * every attempt.
   */
  public Optional<String> check(String customerId, TargetUrl url, Resolver resolver) {
    try {
      InetAddress literal = Lookup.literal(url.host());
      List<InetAddress> addresses =
          literal != null ? List.of(literal) : resolver.resolve(url.host());
      return check(customerId, url, addresses);
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  Optional<String> check(String customerId, TargetUrl url, List<InetAddress> addresses) {
    return addresses.isEmpty()
        ? Optional.empty()
        : switch (examine(customerId, url, addresses)) {
          case Allowed _ -> Optional.empty();
          case Refused(String reason) -> Optional.of(reason);
        };
  }

  private @Nullable String refusal(
      String customerId, String host, boolean secure, InetAddress address) {
    byte[] bytes = Cidr.bytes(address);
    if (allowed.allow(customerId, bytes)) {
      return null;
    }
    String what = SpecialAddress.of(bytes);
    if (what != null) {
      return subject(host, address)
          + what
          + ", and requests go to public addresses only; to allow it, add its network to "
          + SETTING
          + ".";
    }
    if (!secure) {
      return "The URL is plain http, and "
          + address.getHostAddress()
          + " is in no network of "
          + SETTING
          + "; use https, or add its network there.";
    }
    return null;
  }

  private static String subject(String host, InetAddress address) {
    String text = address.getHostAddress();
    return Lookup.literal(host) != null
        ? "The host " + text + " is "
        : "The host " + host + " has the address " + text + ", ";
  }
}
