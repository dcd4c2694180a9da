package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.List;

/** The resolver of names to addresses. It may block and is never called on an I/O thread. */
@FunctionalInterface
public interface Resolver {
  /** The system resolver, without the JVM's cache. */
  Resolver SYSTEM = system();

  private static Resolver system() {
    disableJvmCache();
    return host -> List.of(InetAddress.getAllByName(host));
  }

  /**
   * Turns off the JVM's own cache, which would keep addresses for 30 s and failures for 10 s on top
   * of {@link DnsLookup}. It only has an effect before the first lookup of the process.
   */
  static void disableJvmCache() {
    Security.setProperty("networkaddress.cache.ttl", "0");
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
    Security.setProperty("networkaddress.cache.stale.ttl", "0");
  }

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
