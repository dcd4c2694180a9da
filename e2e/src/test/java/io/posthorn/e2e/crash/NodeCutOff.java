package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/**
 * A node loses all packets to and from brokers, other nodes, callers and receivers, and continues.
 *
 * @param length as a word
 */
record NodeCutOff(String length, Duration away) implements Fault {
  @Override
  public String title() {
    return "node-cut-off-" + length;
  }

  @Override
  public String obstacle(KafkaInstallation installation) {
    return installation.network().hasNamespaces()
        ? ""
        : "network namespaces need root, iproute2 and bridges";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    int which = random.nextInt(installation.nodes());
    Duration takeOver =
        installation.away(
            which,
            away,
            () -> installation.cutOffNode(which),
            () -> installation.reconnectNode(which));
    installation.awaitWhole();
    return new Effect("node %d cut off for %s".formatted(which, away), Set.of(which), takeOver);
  }
}
