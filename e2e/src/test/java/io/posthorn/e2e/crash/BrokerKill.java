package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/** A broker is killed, and starts again up to 15 s later. */
record BrokerKill() implements Fault {
  @Override
  public String title() {
    return "broker-killed";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    int which = random.nextInt(KafkaInstallation.BROKERS);
    Duration away = Duration.ofMillis(random.nextInt(15_000));
    installation.killBroker(which);
    RestartedServer.pass(away);
    installation.startBroker(which);
    installation.awaitWhole();
    return new Effect("broker %d away for %s".formatted(which, away), Set.of(), null);
  }
}
