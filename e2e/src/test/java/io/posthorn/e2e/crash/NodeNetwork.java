package io.posthorn.e2e.crash;

import io.posthorn.testkit.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The network between nodes and everything else. As root each node has a network namespace, with a
 * cable to a bridge that can be unplugged: packets are lost, nothing is closed or refused, and the
 * process continues. Without root everything is on the loopback, and no node can be cut off.
 */
final class NodeNetwork implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** The subnet's first addresses: the bridge has .1, so node 0 has .2. */
  private static final int FIRST = 2;

  private final int nodes;
  private final String name;
  private final String subnet;
  private final boolean namespaces;
  private boolean closed;

  private NodeNetwork(int nodes) {
    this.nodes = nodes;
    // Interfaces have at most 15 characters.
    name = "ph" + ProcessHandle.current().pid() % 10_000_000;
    ThreadLocalRandom random = ThreadLocalRandom.current();
    subnet = "10.%d.%d.".formatted(100 + random.nextInt(100), random.nextInt(250));
    namespaces = build();
  }

  /** A network with room for a number of nodes. */
  static NodeNetwork of(int nodes) {
    NodeNetwork network = new NodeNetwork(nodes);
    ChildProcess.afterLastChild(network::close);
    return network;
  }

  private boolean build() {
    if (Signals.exit(List.of("ip", "link", "add", name, "type", "bridge")) != 0) {
      return false; // not root, no iproute2, or no bridges
    }
    try {
      ip("addr add %s1/24 dev %s".formatted(subnet, name));
      ip("link set %s up".formatted(name));
      for (int i = 0; i < nodes; i++) {
        ip("netns add " + namespace(i));
        ip("link add %s type veth peer name eth0 netns %s".formatted(cable(i), namespace(i)));
        ip("link set %s master %s up".formatted(cable(i), name));
        ip("-n %s addr add %s/24 dev eth0".formatted(namespace(i), address(i)));
        ip("-n %s link set lo up".formatted(namespace(i)));
        ip("-n %s link set eth0 up".formatted(namespace(i)));
      }
      return true;
    } catch (IllegalStateException e) {
      remove();
      return false;
    }
  }

  private static void ip(String arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments.split(" ", -1)));
    Signals.run(command);
  }

  private String address(int node) {
    return subnet + (FIRST + node);
  }

  private String namespace(int node) {
    return name + "-" + node;
  }

  private String cable(int node) {
    return name + "n" + node;
  }

  /** Returns whether every node has its own address and can be cut off. */
  boolean hasNamespaces() {
    return namespaces;
  }

  /** The address of brokers and receivers. */
  String host() {
    return namespaces ? subnet + 1 : LOOPBACK;
  }

  /** The address of a node; its requests come from it. */
  String hostOf(int node) {
    return namespaces ? address(node) : LOOPBACK;
  }

  /** The command that runs another one in the network of a node. */
  List<String> prefix(int node) {
    return namespaces ? List.of("ip", "netns", "exec", namespace(node)) : List.of();
  }

  /** Unplugs a node. */
  void cutOff(int node) {
    ip("link set %s nomaster".formatted(cable(node)));
  }

  /** Plugs a node in again. */
  void reconnect(int node) {
    ip("link set %s master %s".formatted(cable(node), name));
  }

  @Override
  public synchronized void close() {
    if (namespaces && !closed) {
      closed = true;
      remove();
    }
  }

  private void remove() {
    for (int i = 0; i < nodes; i++) {
      Signals.exit(List.of("ip", "link", "del", cable(i)));
      Signals.exit(List.of("ip", "netns", "del", namespace(i)));
    }
    Signals.exit(List.of("ip", "link", "del", name));
  }
}
