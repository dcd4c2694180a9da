package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The clock of one node jumps, by seconds or by an hour, ahead or back, and later jumps to the
 * right time again. The node reports it, and continues.
 */
record ClockSkew() implements Fault {
  private static final List<Duration> OFFSETS =
      List.of(Duration.ofSeconds(20), Duration.ofMinutes(5), Duration.ofHours(1));

  /** Long enough for several turns of sweeps, which expire and delete. */
  private static final Duration TIME = Duration.ofSeconds(20);

  @Override
  public String title() {
    return "clock-skewed";
  }

  @Override
  public String obstacle(KafkaInstallation installation) {
    return FakeClock.available() ? "" : "libfaketime is not installed";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    Duration by = OFFSETS.get(random.nextInt(OFFSETS.size()));
    Duration offset = random.nextBoolean() ? by : by.negated();
    int which = KafkaInstallation.WITH_FAKE_CLOCK;
    long began = System.nanoTime();
    installation.skewClock(offset);
    installation.awaitHealth(
        which, "the wrong clock is reported", text -> text.contains("The clock of"));
    Duration reported = Fault.since(began);
    RestartedServer.pass(TIME);
    installation.skewClock(Duration.ZERO);
    installation.awaitHealth(
        which, "the clock is right again", text -> !text.contains("The clock of"));
    installation.awaitWhole();
    return new Effect(
        "clock of node %d off by %s, reported after %s".formatted(which, offset, reported),
        Set.of(which),
        null);
  }
}
