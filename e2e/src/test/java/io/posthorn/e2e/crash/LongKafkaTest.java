package io.posthorn.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The delivery guarantee on Kafka: three nodes on three brokers under load. In each round a node or
 * a broker is killed and restarted; at the end the nodes are restarted one by one. Then everything
 * is reconciled. {@code ./check --long-kafka} runs it; a failed run leaves its files in {@code
 * e2e/target/long-kafka}.
 */
@Tag("long-kafka")
final class LongKafkaTest {
  private static final int ROUNDS = Integer.getInteger("posthorn.long-kafka.rounds", 20);
  private static final long SEED =
      Long.getLong("posthorn.long-kafka.seed", System.currentTimeMillis());
  private static final int CALLERS = 3;
  private static final int ENDPOINTS = 8;

  /** Referenced, so that the level is not garbage-collected. */
  private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

  private final Random random = new Random(SEED);
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final List<Duration> takeOvers = new ArrayList<>();
  private int brokerKills;

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void an_accepted_event_is_delivered_whatever_is_killed() throws Exception {
    KAFKA.setLevel(Level.OFF); // warnings of the test's own clients about killed brokers
    Path directory = Files.createDirectories(Path.of("target", "long-kafka"));
    directory = Files.createTempDirectory(directory.toAbsolutePath(), "run");
    say("seed %d, %d rounds, files in %s".formatted(SEED, ROUNDS, directory));
    try (KafkaInstallation installation = KafkaInstallation.start(directory);
        ObservingReceivers receivers =
            new ObservingReceivers(authorization -> 0, random.nextLong())) {
      try {
        run(installation, receivers);
      } finally {
        installation.keepLogs(directory);
      }
    }
  }

  private void run(KafkaInstallation installation, ObservingReceivers receivers)
      throws InterruptedException {
    List<TrackedSubscription> subscriptions = subscribe(installation, receivers);
    List<EventPoster> posters =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> new EventPoster("c" + i, installation, random.nextLong(), running::get))
            .toList();
    long begun = System.nanoTime();
    List<CompletableFuture<Void>> work = new ArrayList<>();
    try {
      posters.forEach(c -> work.add(CompletableFuture.runAsync(c, Thread::startVirtualThread)));
      for (int round = 1; round <= ROUNDS; round++) {
        round(installation, round);
      }
      rollingRestart(installation);
    } finally {
      running.set(false);
    }
    long ended = System.nanoTime();
    work.forEach(CompletableFuture::join);
    account(
        installation,
        receivers,
        subscriptions,
        posters,
        ArrivalGaps.of(receivers.arrivals(), begun, ended));
  }

  private static List<TrackedSubscription> subscribe(
      KafkaInstallation installation, ObservingReceivers receivers) {
    Platform platform = new Platform(installation.api());
    List<TrackedSubscription> subscriptions = new ArrayList<>();
    for (int i = 0; i < ENDPOINTS; i++) {
      String objCode = i % 2 == 0 ? "TASK" : "PROJECT";
      String url =
          switch (i / 2) {
            case 0 -> receivers.flaky("/flaky-" + i);
            case 1 -> receivers.slow("/slow-" + i);
            default -> receivers.steady("/steady-" + i);
          };
      subscriptions.add(
          TrackedSubscription.lasting(platform.subscribe(objCode, url).id(), objCode));
    }
    return subscriptions;
  }

  private void round(KafkaInstallation installation, int round) {
    RestartedServer.pass(Duration.ofMillis(2_000 + random.nextInt(5_000)));
    int which = random.nextInt(KafkaInstallation.SIZE);
    Duration away = Duration.ofMillis(random.nextInt(15_000));
    long began = System.nanoTime();
    if (random.nextBoolean()) {
      brokerKills++;
      installation.killBroker(which);
      RestartedServer.pass(away);
      installation.startBroker(which);
      installation.awaitWhole();
      say(
          "round %d: broker %d away for %s; whole after %s"
              .formatted(round, which, away, since(began)));
    } else {
      int owned = installation.shards(which);
      installation.killNode(which);
      CompletableFuture<Void> back =
          CompletableFuture.runAsync(
              () -> {
                RestartedServer.pass(away);
                installation.startNode(which);
              },
              Thread::startVirtualThread);
      installation.awaitShards();
      Duration takeOver = since(began);
      if (owned > 0) {
        takeOvers.add(takeOver);
      }
      back.join();
      installation.awaitWhole();
      say(
          "round %d: node %d with %d shards away for %s; taken over after %s, whole after %s"
              .formatted(round, which, owned, away, takeOver, since(began)));
    }
  }

  private static void rollingRestart(KafkaInstallation installation) {
    for (int i = 0; i < KafkaInstallation.SIZE; i++) {
      long began = System.nanoTime();
      assertThat(installation.stopNode(i)).as("exit code of node %s", i).isZero();
      Duration stopped = since(began);
      installation.awaitShards();
      Duration takenOver = since(began);
      installation.startNode(i);
      installation.awaitWhole();
      say(
          "node %d restarted: stopped after %s, taken over after %s, whole after %s"
              .formatted(i, stopped, takenOver, since(began)));
    }
  }

  private void account(
      KafkaInstallation installation,
      ObservingReceivers receivers,
      List<TrackedSubscription> subscriptions,
      List<EventPoster> posters,
      ArrivalGaps gaps)
      throws InterruptedException {
    List<PostedEvent> events =
        posters.stream().map(EventPoster::posted).flatMap(Collection::stream).toList();
    say("%d events got 202; reading their messages".formatted(events.size()));
    long deadline = System.nanoTime() + KafkaInstallation.TIMEOUT.toNanos();
    List<List<RecordedMessage>> messages =
        new RecordReader(installation.api()).endsOf(events, deadline);
    Reconciliation account = new Reconciliation(events, messages, receivers.seen());
    long unknown = messages.stream().filter(List::isEmpty).count();
    System.out.println(
        new KafkaRunFigures(SEED, ROUNDS, brokerKills, takeOvers, gaps, posters, account, unknown));
    account.nothingIsLost(subscriptions);
    account.deliveredMeansReceived();
    account.duplicatesHaveTheSameId();
  }

  private static Duration since(long nanos) {
    return Duration.ofMillis(Duration.ofNanos(System.nanoTime() - nanos).toMillis());
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
