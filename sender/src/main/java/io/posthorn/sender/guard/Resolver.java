package io.posthorn.sender.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. It may block; it is never called from an I/O thread. */
@FunctionalInterface
public interface Resolver {
  /** As the machine is set up. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
