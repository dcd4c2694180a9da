package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of fault of an installation. Each run draws its details, and ends with all of it whole.
 */
sealed interface Fault
    permits BrokerKill,
        BrokerPause,
        ClockSkew,
        Growth,
        NodeCutOff,
        NodeKill,
        NodePause,
        PoisonRecords {

  /** Shorter than every timeout of clients and brokers but the interval of heartbeats. */
  Duration SHORT = Duration.ofSeconds(3);

  /**
   * Longer than the timeouts of groups and transactions (6 s and 10 s), and shorter than others.
   */
  Duration MEDIUM = Duration.ofSeconds(15);

  /**
   * Longer than every timeout: the longest are 30 s (delivery.timeout.ms, replica.lag.time.max.ms).
   */
  Duration LONG = Duration.ofSeconds(40);

  /** Its name in figures, and in {@code posthorn.long-kafka.faults}. */
  String title();

  /** The reason why it cannot be caused here; empty if it can. */
  default String obstacle(KafkaInstallation installation) {
    return "";
  }

  /** Causes it, and waits until the installation is whole again. */
  Effect run(KafkaInstallation installation, Random random);

  /**
   * A fault that is over.
   *
   * @param what its details
   * @param hit the nodes that it hit; endpoints of others should notice little
   * @param takeOver the time until all shards ran elsewhere; null if none had to
   */
  record Effect(String what, Set<Integer> hit, @Nullable Duration takeOver) {}

  /** The time since a point of the monotonic clock. */
  static Duration since(long nanos) {
    return Duration.ofMillis(Duration.ofNanos(System.nanoTime() - nanos).toMillis());
  }

  /** Returns whether others take over while a node is silent for this long: after 6 s. */
  static boolean isMissed(Duration away) {
    return away.toSeconds() > 10;
  }
}
