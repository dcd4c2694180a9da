package io.posthorn.core.shard.state;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.url.TargetUrl;
import java.util.HashMap;
import java.util.Map;

/**
 * The hosts of all endpoints. The current limit of a host is kept in memory, as long as an endpoint
 * has that host; it starts anew with the process.
 */
final class Hosts {
  private final DeliveryLimits limits;
  private final Map<String, Host> byName = new HashMap<>(); // never iterated

  Hosts(DeliveryLimits limits) {
    this.limits = limits;
  }

  /** The host of one more endpoint. */
  Host enter(TargetUrl url) {
    Host host =
        byName.computeIfAbsent(url.host() + ":" + url.port(), name -> new Host(name, limits));
    host.endpoints++;
    return host;
  }

  /** An endpoint of the host is gone. */
  void leave(Host host) {
    if (--host.endpoints == 0) {
      byName.remove(host.name);
    }
  }
}
