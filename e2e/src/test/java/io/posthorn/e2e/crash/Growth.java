package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/** Two nodes join the first three, and get shards. If they are there already, they leave first. */
record Growth() implements Fault {
  @Override
  public String title() {
    return "grown-to-five";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    while (installation.nodes() > KafkaInstallation.NODES) {
      installation.removeNode();
      installation.awaitWhole();
    }
    long began = System.nanoTime();
    while (installation.nodes() < KafkaInstallation.MOST_NODES) {
      installation.addNode();
    }
    installation.awaitShardsEverywhere();
    Duration takeOver = Fault.since(began);
    installation.awaitWhole();
    return new Effect(
        "%d nodes grew to %d".formatted(KafkaInstallation.NODES, KafkaInstallation.MOST_NODES),
        Set.of(),
        takeOver);
  }
}
