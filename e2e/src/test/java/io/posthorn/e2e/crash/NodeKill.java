package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A node is killed, and starts again up to 15 s later. */
record NodeKill() implements Fault {
  @Override
  public String title() {
    return "node-killed";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    int which = random.nextInt(installation.nodes());
    Duration away = Duration.ofMillis(random.nextInt(15_000));
    int owned = installation.shards(which);
    long began = System.nanoTime();
    installation.killNode(which);
    CompletableFuture<Void> back =
        CompletableFuture.runAsync(
            () -> {
              RestartedServer.pass(away);
              installation.startNode(which);
            },
            Thread::startVirtualThread);
    installation.awaitShards();
    Duration takeOver = Fault.since(began);
    back.join();
    installation.awaitWhole();
    return new Effect(
        "node %d with %d shards away for %s".formatted(which, owned, away),
        Set.of(which),
        owned > 0 ? takeOver : null);
  }
}
