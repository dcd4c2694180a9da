package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/**
 * A node is stopped by SIGSTOP, twice in a row: it continues without knowing that it was away.
 *
 * @param length as a word
 */
record NodePause(String length, Duration away) implements Fault {
  @Override
  public String title() {
    return "node-paused-" + length;
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    int which = random.nextInt(installation.nodes());
    Duration between = Duration.ofMillis(random.nextInt(5_000));
    Duration takeOver =
        installation.away(
            which, away, () -> installation.pauseNode(which), () -> installation.resumeNode(which));
    RestartedServer.pass(between);
    installation.away(
        which, away, () -> installation.pauseNode(which), () -> installation.resumeNode(which));
    installation.awaitWhole();
    return new Effect(
        "node %d silent for %s, and again %s later".formatted(which, away, between),
        Set.of(which),
        takeOver);
  }
}
