package io.posthorn.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.harness.Patience;
import io.posthorn.e2e.harness.Platform;
import io.posthorn.e2e.harness.ServerProcess;
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
 * Load runs, the server is killed at random moments and started again; then all is let finish, and
 * accounted for. The seed fixes what is asked for and when; what the kills hit is up to the
 * machine.
 */
final class CrashTest {
  private static final long SEED = Long.getLong("posthorn.crash.seed", 20_261_115L);
  private static final int KILLS = Integer.getInteger("posthorn.crash.kills", 20);
  private static final int CALLERS = 4;

  /** Few, so that the bound on what a kill can cut off is narrow. */
  private static final int PLACES = 8;

  @TempDir Path directory = Path.of("");

  private final Random random = new Random(SEED);
  private final AtomicBoolean goOn = new AtomicBoolean(true);

  @Test
  void an_event_answered_202_is_delivered_or_on_record_whenever_the_server_is_killed()
      throws InterruptedException {
    try (ServerProcess server = server()) {
      Lives lives = new Lives(server);
      try (Witness witness = new Witness(lives::of, random.nextLong())) {
        lives.begin();
        Commander commander = subscribe(lives, witness);
        List<Caller> callers = callers(lives);

        loadAndKill(lives, witness, callers, commander);

        Books books = new Books(lives.api());
        books.awaitRest();
        List<Posted> events =
            callers.stream().map(Caller::posted).flatMap(Collection::stream).toList();
        Account account = new Account(events, books.messagesOf(events), witness.seen());
        System.out.println(new Figures(SEED, lives, callers, commander, account));
        account.nothingIsLost(commander.wishes());
        account.deliveredMeansSeen();
        account.duplicatesBearTheSameId();
        account.recordsAreTrue();
        account.unrecordedWereInFlight(PLACES, lives.current());
        assertThat(account.duplicates()).isLessThanOrEqualTo(account.unrecorded());
      }
    }
  }

  private ServerProcess server() {
    return ServerProcess.in(directory)
        // The last retry comes 8 s after acceptance: short enough that an outage drops messages.
        .with("retry.unit", "4ms")
        .with("circuit.probe-interval", "500ms")
        .with("delivery.timeout", "30s")
        .with("delivery.max-in-flight-per-endpoint", Integer.toString(PLACES));
  }

  private Commander subscribe(Lives lives, Witness witness) {
    Platform platform = new Platform(lives.api());
    List<Wish> lasting = new ArrayList<>();
    lasting.add(wish(platform, "TASK", witness.steady("/steady")));
    lasting.add(wish(platform, "PROJECT", witness.steady("/steady")));
    lasting.add(wish(platform, "TASK", witness.flaky("/flaky-1")));
    lasting.add(wish(platform, "PROJECT", witness.flaky("/flaky-2")));
    lasting.add(wish(platform, "TASK", witness.slow("/slow")));
    lasting.add(wish(platform, "PROJECT", witness.part("/part")));
    String url = witness.steady("/busy");
    Platform.Subscription busy = platform.subscribe(body("PROJECT", url));
    lasting.add(Wish.lasting(busy.id(), "PROJECT"));
    return new Commander(
        lives, new Commander.Place(url, busy.endpointId(), lasting), random.nextLong(), goOn::get);
  }

  private static Wish wish(Platform platform, String objCode, String url) {
    return Wish.lasting(platform.subscribe(body(objCode, url)).id(), objCode);
  }

  private static String body(String objCode, String url) {
    return """
        {"objCode": "%s", "eventType": "UPDATE", "url": "%s", "authToken": "%s"}"""
        .formatted(objCode, url, Lives.TOKEN);
  }

  private List<Caller> callers(Lives lives) {
    return IntStream.range(0, CALLERS)
        .mapToObj(i -> new Caller("c" + i, lives, random.nextLong(), goOn::get))
        .toList();
  }

  private void loadAndKill(Lives lives, Witness witness, List<Caller> callers, Commander commander)
      throws InterruptedException {
    List<CompletableFuture<Void>> work = new ArrayList<>();
    callers.forEach(caller -> work.add(begin(caller)));
    work.add(begin(commander));
    try {
      for (int kill = 1; kill <= KILLS; kill++) {
        awaitPosts(callers, 1 + random.nextInt(150));
        Lives.pass(Duration.ofMillis(random.nextInt(30)));
        lives.end();
        witness.partIs(kill == KILLS || random.nextInt(3) > 0);
        if (random.nextInt(5) == 0) {
          lives.beginInVain(Duration.ofMillis(50 + random.nextInt(900)));
        }
        lives.begin();
      }
    } finally {
      goOn.set(false);
    }
    work.forEach(CompletableFuture::join);
  }

  /** The moments of the kills go by what was done, so that a busy machine does as much. */
  private static void awaitPosts(List<Caller> callers, int more) {
    int enough = answered(callers) + more;
    Patience.until(enough + " posts", () -> answered(callers) >= enough);
  }

  private static int answered(List<Caller> callers) {
    return callers.stream().mapToInt(Caller::answered).sum();
  }

  private static CompletableFuture<Void> begin(Runnable task) {
    return CompletableFuture.runAsync(task, Thread::startVirtualThread);
  }
}
