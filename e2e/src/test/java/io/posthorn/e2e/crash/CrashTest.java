package io.posthorn.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.crash.reconciliation.ObservingReceivers;
import io.posthorn.e2e.crash.reconciliation.PostedEvent;
import io.posthorn.e2e.crash.reconciliation.Reconciliation;
import io.posthorn.e2e.crash.reconciliation.TokenServer;
import io.posthorn.e2e.crash.reconciliation.TrackedSubscription;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The crash test: the server is killed at random times under load and restarted; then everything
 * finishes and is reconciled. The seed fixes the commands and their order; what a kill interrupts
 * depends on the machine.
 */
final class CrashTest {
  private static final long SEED = Long.getLong("posthorn.crash.seed", 20_261_115L);
  private static final int KILLS = Integer.getInteger("posthorn.crash.kills", 20);
  private static final int CALLERS = 4;

  /** A low in-flight limit, so that the bound on interrupted requests is tight. */
  private static final int IN_FLIGHT_LIMIT = 8;

  @TempDir Path directory = Path.of("");

  private final Random random = new Random(SEED);
  private final AtomicBoolean running = new AtomicBoolean(true);

  @Test
  void an_accepted_event_is_delivered_or_recorded_whenever_the_server_is_killed()
      throws InterruptedException {
    try (ServerProcess process = server()) {
      RestartedServer server = new RestartedServer(process);
      try (ObservingReceivers receivers =
          new ObservingReceivers(server::of, server::current, random.nextLong())) {
        server.begin();
        SubscriptionChanger changer = subscribe(server, receivers);
        List<EventPoster> posters = posters(server);

        loadAndKill(server, receivers, posters, changer);

        RecordReader records = new RecordReader(server.api());
        records.awaitRest();
        List<PostedEvent> events =
            posters.stream().map(EventPoster::posted).flatMap(Collection::stream).toList();
        Reconciliation account =
            new Reconciliation(events, records.messagesOf(events), receivers.seen());
        System.out.println(new CrashFigures(SEED, server, posters, changer, account));
        account.nothingIsLost(changer.subscriptions());
        account.deliveredMeansReceived();
        account.duplicatesHaveTheSameId();
        account.recordsAreCorrect();
        account.objectsKeepTheirOrder();
        account.unrecordedWereInFlight(IN_FLIGHT_LIMIT, server.current());
        assertThat(account.duplicates()).isLessThanOrEqualTo(account.unrecorded());
      }
    }
  }

  private ServerProcess server() {
    return PosthornJar.server(directory)
        // The last retry comes 8 s after acceptance: short enough that an outage drops messages.
        .with("retry.unit", "4ms")
        .with("circuit.probe-interval", "500ms")
        .with("delivery.timeout", "30s")
        .with("delivery.max-in-flight-per-endpoint", Integer.toString(IN_FLIGHT_LIMIT));
  }

  private SubscriptionChanger subscribe(RestartedServer server, ObservingReceivers receivers) {
    Platform platform = new Platform(server.api());
    List<TrackedSubscription> lasting = new ArrayList<>();
    lasting.add(subscription(platform, "TASK", receivers.steady("/steady")));
    lasting.add(subscription(platform, "PROJECT", receivers.steady("/steady")));
    lasting.add(subscription(platform, "TASK", receivers.flaky("/flaky-1")));
    lasting.add(subscription(platform, "PROJECT", receivers.flaky("/flaky-2")));
    lasting.add(subscription(platform, "TASK", receivers.slow("/slow")));
    lasting.add(ordered(platform, "TASK", receivers.flaky("/ordered")));
    lasting.add(ordered(platform, "PROJECT", receivers.slow("/ordered-slow")));
    lasting.add(subscription(platform, "PROJECT", receivers.part("/part")));
    lasting.add(withClient(platform, "TASK", receivers));
    String url = receivers.steady("/busy");
    Platform.Subscription busy = platform.subscribe(wanted("PROJECT", url));
    lasting.add(TrackedSubscription.lasting(busy.id(), "PROJECT"));
    return new SubscriptionChanger(
        server,
        new SubscriptionChanger.Target(url, busy.endpointId(), lasting),
        random.nextLong(),
        running::get);
  }

  private static TrackedSubscription subscription(Platform platform, String objCode, String url) {
    return TrackedSubscription.lasting(platform.subscribe(wanted(objCode, url)).id(), objCode);
  }

  private static TrackedSubscription ordered(Platform platform, String objCode, String url) {
    NewSubscription wanted =
        NewSubscription.builder(objCode, "UPDATE", url)
            .authToken(RestartedServer.TOKEN)
            .ordering("object")
            .build();
    return TrackedSubscription.lasting(platform.subscribe(wanted).id(), objCode);
  }

  private static TrackedSubscription withClient(
      Platform platform, String objCode, ObservingReceivers receivers) {
    Platform.Subscription made =
        platform.subscribe(
            NewSubscription.builder(objCode, "UPDATE", receivers.slow("/oauth2")).build());
    TokenServer.authorize(platform, made, receivers.tokenUrl());
    return TrackedSubscription.lasting(made.id(), objCode);
  }

  private static NewSubscription wanted(String objCode, String url) {
    return NewSubscription.builder(objCode, "UPDATE", url).authToken(RestartedServer.TOKEN).build();
  }

  private List<EventPoster> posters(RestartedServer server) {
    return IntStream.range(0, CALLERS)
        .mapToObj(i -> new EventPoster("c" + i, server, random.nextLong(), running::get))
        .toList();
  }

  private void loadAndKill(
      RestartedServer server,
      ObservingReceivers receivers,
      List<EventPoster> posters,
      SubscriptionChanger changer)
      throws InterruptedException {
    List<CompletableFuture<Void>> work = new ArrayList<>();
    posters.forEach(poster -> work.add(begin(poster)));
    work.add(begin(changer));
    try {
      for (int kill = 1; kill <= KILLS; kill++) {
        awaitPosts(posters, 1 + random.nextInt(150));
        RestartedServer.pass(Duration.ofMillis(random.nextInt(30)));
        server.end();
        receivers.partIs(kill == KILLS || random.nextInt(3) > 0);
        if (random.nextInt(5) == 0) {
          server.beginAndKill(Duration.ofMillis(50 + random.nextInt(900)));
        }
        server.begin();
      }
    } finally {
      running.set(false);
    }
    work.forEach(CompletableFuture::join);
  }

  /**
   * Kills are timed by the number of posts, so that a busy machine does the same amount of work.
   */
  private static void awaitPosts(List<EventPoster> posters, int more) {
    int enough = responded(posters) + more;
    Await.until(enough + " posts", () -> responded(posters) >= enough);
  }

  private static int responded(List<EventPoster> posters) {
    return posters.stream().mapToInt(EventPoster::responded).sum();
  }

  private static CompletableFuture<Void> begin(Runnable task) {
    return CompletableFuture.runAsync(task, Thread::startVirtualThread);
  }
}
