package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A broker, or all of them, is stopped by SIGSTOP, twice in a row: the second time while the
 * installation recovers from the first.
 *
 * @param length as a word
 */
record BrokerPause(String length, Duration away) implements Fault {
  @Override
  public String title() {
    return "broker-paused-" + length;
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    List<Integer> which =
        random.nextBoolean()
            ? IntStream.range(0, KafkaInstallation.BROKERS).boxed().toList()
            : List.of(random.nextInt(KafkaInstallation.BROKERS));
    Duration between = Duration.ofMillis(random.nextInt(5_000));
    pause(installation, which);
    RestartedServer.pass(between);
    pause(installation, which);
    installation.awaitWhole();
    return new Effect(
        "brokers %s silent for %s, and again %s later".formatted(which, away, between),
        Set.of(),
        null);
  }

  private void pause(KafkaInstallation installation, List<Integer> which) {
    which.forEach(installation::pauseBroker);
    RestartedServer.pass(away);
    which.forEach(installation::resumeBroker);
  }
}
