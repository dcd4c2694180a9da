package io.posthorn.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.crash.reconciliation.ArrivalGaps;
import io.posthorn.e2e.crash.reconciliation.ObservedRequest;
import io.posthorn.e2e.crash.reconciliation.ObservingReceivers;
import io.posthorn.e2e.crash.reconciliation.PostedEvent;
import io.posthorn.e2e.crash.reconciliation.Reconciliation;
import io.posthorn.e2e.crash.reconciliation.RecordedMessage;
import io.posthorn.e2e.crash.reconciliation.TokenServer;
import io.posthorn.e2e.crash.reconciliation.TrackedSubscription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The delivery guarantee on Kafka: three nodes on three brokers under load. Each round has one
 * {@link Fault}: all kinds in an order chosen by the seed, then all of them in another order. At
 * the end the nodes are restarted one by one. Then everything is reconciled. {@code ./check
 * --long-kafka} runs it; a failed run leaves its files in {@code e2e/target/long-kafka}.
 */
@Tag("long-kafka")
final class LongKafkaTest {
  private static final int ROUNDS = Integer.getInteger("posthorn.long-kafka.rounds", 20);
  private static final long SEED =
      Long.getLong("posthorn.long-kafka.seed", System.currentTimeMillis());

  /** The titles of the kinds to run, separated by commas; empty for all. */
  private static final String FAULTS = System.getProperty("posthorn.long-kafka.faults", "");

  /** The events to post each second. A small machine runs all brokers and nodes as well. */
  private static final int RATE =
      Integer.getInteger(
          "posthorn.long-kafka.rate",
          Math.min(300, 40 * Runtime.getRuntime().availableProcessors()));

  /** Each of them waits for its response before it posts again. */
  private static final int CALLERS = Math.max(3, RATE / 20);

  /** As {@link EventPoster} has it: one, or two to seven. */
  private static final double EVENTS_A_POST = 2.75;

  private static final int ENDPOINTS = 8;

  /** The longest time until others run all shards of a node that was killed or is silent. */
  private static final Duration LONGEST_TAKE_OVER = Duration.ofSeconds(10);

  /** The longest time without an arrival at an endpoint of another node meanwhile. */
  private static final Duration LONGEST_GAP = Duration.ofSeconds(5);

  /** The least that a machine under load should read back. */
  private static final int READS_PER_SECOND = 100;

  /** Referenced, so that the level is not garbage-collected. */
  private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

  private final Random random = new Random(SEED);
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final List<Round> rounds = new ArrayList<>();

  @Test
  @Timeout(value = 120, unit = TimeUnit.MINUTES)
  void an_accepted_event_is_delivered_whatever_fails() throws Exception {
    KAFKA.setLevel(Level.OFF); // warnings of the test's own clients about killed brokers
    Path directory = Files.createDirectories(Path.of("target", "long-kafka"));
    directory = Files.createTempDirectory(directory.toAbsolutePath(), "run");
    say("seed %d, %d rounds, %d events/s, files in %s".formatted(SEED, ROUNDS, RATE, directory));
    Duration pause = Duration.ofMillis(Math.round(1e3 * EVENTS_A_POST * CALLERS / RATE));
    try (NodeNetwork network = NodeNetwork.of(KafkaInstallation.MOST_NODES);
        KafkaInstallation installation = KafkaInstallation.start(directory, network, pause);
        ObservingReceivers receivers =
            new ObservingReceivers(
                network.host(), authorization -> 0, () -> 0, random.nextLong())) {
      try {
        run(installation, receivers);
      } finally {
        installation.keepLogs();
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
      for (Fault fault : FaultOrder.of(installation, FAULTS).take(ROUNDS, random)) {
        round(installation, fault);
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
        ArrivalGaps.of(receivers.arrivals(), begun, ended),
        Duration.ofNanos(ended - begun));
  }

  private static List<TrackedSubscription> subscribe(
      KafkaInstallation installation, ObservingReceivers receivers) {
    Platform platform = new Platform(installation.api());
    List<TrackedSubscription> subscriptions = new ArrayList<>();
    for (int i = 0; i < ENDPOINTS; i++) {
      String objCode = i % 2 == 0 ? "TASK" : "PROJECT";
      boolean ordered = i == 0 || i == 5;
      String url =
          switch (i / 2) {
            case 0 -> receivers.flaky("/flaky-" + i);
            case 1 -> receivers.slow("/slow-" + i);
            default -> receivers.steady("/steady-" + i);
          };
      NewSubscription.Builder wanted = NewSubscription.builder(objCode, "UPDATE", url);
      NewSubscription chosen = (ordered ? wanted.ordering("object") : wanted).build();
      Platform.Subscription made = platform.subscribe(chosen);
      if (i == 3 || i == 6) {
        TokenServer.authorize(platform, made, receivers.tokenUrl());
      }
      subscriptions.add(TrackedSubscription.lasting(made.id(), objCode));
    }
    return subscriptions;
  }

  private void round(KafkaInstallation installation, Fault fault) {
    RestartedServer.pass(Duration.ofMillis(2_000 + random.nextInt(5_000)));
    List<Integer> restored = restored(installation);
    IdleCpu before = IdleCpu.now();
    long began = System.nanoTime();
    Fault.Effect effect = fault.run(installation, random);
    double idle = IdleCpu.now().shareSince(before);
    Set<String> hit =
        effect.hit().stream()
            .filter(node -> installation.network().hasNamespaces())
            .map(installation.network()::hostOf)
            .collect(Collectors.toSet());
    rounds.add(new Round(fault, began, System.nanoTime(), hit, effect, idle));
    say(
        "round %d: %s: %s; taken over after %s, whole after %s, restored %,d records, CPU idle %.0f %%"
            .formatted(
                rounds.size(),
                fault.title(),
                effect.what(),
                Objects.requireNonNullElse(effect.takeOver(), "-"),
                Fault.since(began),
                added(restored, restored(installation)),
                100 * idle));
  }

  /** The records that each node has restored since its start; few if it had standby copies. */
  private static List<Integer> restored(KafkaInstallation installation) {
    return IntStream.range(0, installation.nodes())
        .map(node -> installation.metric(node, "posthorn_kafka_records_restored_total"))
        .boxed()
        .toList();
  }

  /** The sum of what was added meanwhile; a node that was restarted counts from its start. */
  private static long added(List<Integer> before, List<Integer> now) {
    long sum = 0;
    for (int node = 0; node < now.size(); node++) {
      int then = node < before.size() ? before.get(node) : 0;
      sum += now.get(node) >= then ? now.get(node) - then : now.get(node);
    }
    return sum;
  }

  private static void rollingRestart(KafkaInstallation installation) {
    for (int i = 0; i < installation.nodes(); i++) {
      long began = System.nanoTime();
      assertThat(installation.stopNode(i)).as("exit code of node %s", i).isZero();
      Duration stopped = Fault.since(began);
      installation.awaitShards();
      Duration takenOver = Fault.since(began);
      installation.startNode(i);
      installation.awaitWhole();
      say(
          "node %d restarted: stopped after %s, taken over after %s, whole after %s"
              .formatted(i, stopped, takenOver, Fault.since(began)));
    }
  }

  private void account(
      KafkaInstallation installation,
      ObservingReceivers receivers,
      List<TrackedSubscription> subscriptions,
      List<EventPoster> posters,
      ArrivalGaps gaps,
      Duration time)
      throws InterruptedException {
    List<PostedEvent> events =
        posters.stream().map(EventPoster::posted).flatMap(Collection::stream).toList();
    say("%d events got 202; reading their messages".formatted(events.size()));
    long deadline =
        System.nanoTime()
            + KafkaInstallation.TIMEOUT.plusSeconds(events.size() / READS_PER_SECOND).toNanos();
    List<List<RecordedMessage>> messages =
        new RecordReader(installation.api()).endsOf(events, deadline);
    Reconciliation account = new Reconciliation(events, messages, receivers.seen());
    List<RoundFigures> kinds =
        rounds.stream()
            .map(Round::fault)
            .distinct()
            .map(fault -> RoundFigures.of(fault, rounds, events, messages, receivers.seen()))
            .toList();
    long unknown = messages.stream().filter(List::isEmpty).count();
    System.out.println(
        new KafkaRunFigures(SEED, rounds, kinds, time, gaps, posters, account, unknown));
    account.nothingIsLost(subscriptions);
    account.nothingIsDropped();
    account.deliveredMeansReceived();
    account.duplicatesHaveTheSameId();
    account.objectsKeepTheirOrder();
    othersTakeOverInTime(receivers.seen());
  }

  /** A node that leaves without a word stops its own endpoints for seconds, and no others. */
  private void othersTakeOverInTime(List<ObservedRequest> seen) {
    List<Round> judged = rounds.stream().filter(Round::timesCount).toList();
    say("take-over and gap are judged in %d of %d rounds".formatted(judged.size(), rounds.size()));
    for (Round round : judged) {
      assertThat(round.effect().takeOver())
          .as("take-over, %s", round)
          .isLessThan(LONGEST_TAKE_OVER);
      assertThat(RoundFigures.gap(round, seen)).as("gap, %s", round).isLessThan(LONGEST_GAP);
    }
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
