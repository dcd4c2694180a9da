package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.History;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that grows beyond its limit, on a real disk. */
@Timeout(120)
final class SizeKeeperTest {
  private static final long MOST = 3L << 20;
  private static final int PAYLOAD = 12 << 10;

  /** Noise, so that compression does not make the sizes a riddle. */
  private final Random noise = new Random(7);

  private final List<TrimReport> reports = new ArrayList<>();

  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private Machine machine;

  @BeforeEach
  void start() {
    machine = new Machine(parent.resolve("store"), EngineSettings.DEFAULT.withMinFree(1));
    machine.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    machine.close();
  }

  @Test
  void payloads_go_oldest_first_until_the_store_is_under_its_limit_and_stay_then() {
    List<EventKey> delivered = deliver(300);
    List<EventKey> waiting = post(20);
    machine.rocks.compact();
    assertThat(machine.rocks.sizeOnDisk()).isGreaterThan(MOST);

    SizeKeeper keeper = keeper(MOST);
    assertThat(keeper.look()).isTrue();

    assertThat(machine.rocks.sizeOnDisk()).isLessThanOrEqualTo(MOST);
    List<Boolean> kept = delivered.stream().map(this::hasPayload).toList();
    int gone = kept.indexOf(true);
    assertThat(gone).isBetween(1, 250);
    assertThat(kept.subList(0, gone)).containsOnly(false);
    assertThat(kept.subList(gone, kept.size())).containsOnly(true);
    assertThat(waiting).allMatch(this::hasPayload);
    assertThat(keeper.figures().payloads()).isEqualTo(gone);
    assertThat(keeper.figures().records()).isZero();

    assertThat(keeper.look()).isTrue();
    assertThat(keeper.figures().payloads()).isEqualTo(gone);
  }

  @Test
  void records_follow_when_no_payload_is_left_and_what_waits_stays() {
    List<EventKey> delivered = deliver(50);
    machine.time.pass(Duration.ofHours(49));
    List<EventKey> waiting = post(20);

    SizeKeeper keeper = keeper(1);
    assertThat(keeper.look()).isFalse();

    assertThat(keeper.figures().payloads()).isEqualTo(50);
    assertThat(keeper.figures().records()).isEqualTo(50);
    assertThat(reports.getLast().removed().exhausted()).isTrue();
    assertThat(delivered).allMatch(event -> stored(event) == null);
    assertThat(waiting).allMatch(this::hasPayload);
  }

  @Test
  void a_store_that_is_only_untidy_loses_nothing() {
    List<EventKey> delivered = deliver(60);

    assertThat(keeper(machine.rocks.sizeOnDisk() - 1).look()).isTrue();

    assertThat(reports).isEmpty();
    assertThat(delivered).allMatch(this::hasPayload);
  }

  private SizeKeeper keeper(long most) {
    return new SizeKeeper(
        machine.engine,
        machine.rocks,
        most,
        new SizeKeeper.Listener() {
          @Override
          public void trimmed(TrimReport report) {
            reports.add(report);
          }

          @Override
          public void failed(RuntimeException cause) {
            throw cause;
          }
        });
  }

  private List<EventKey> deliver(int count) {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.addAll(post(1));
      machine.sender.next().succeeds();
      machine.ending();
    }
    return events;
  }

  private List<EventKey> post(int count) {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[PAYLOAD];
      noise.nextBytes(bytes);
      String state = "{\"a\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}";
      Event event =
          Samples.event("e" + noise.nextLong(0, Long.MAX_VALUE), "TASK", JsonSlice.of(state));
      Reply.Accepted reply = (Reply.Accepted) machine.engine.accept(List.of(event)).join();
      events.add(reply.events().getFirst().key());
    }
    return events;
  }

  private boolean hasPayload(EventKey event) {
    return Objects.requireNonNull(stored(event)).hasPayload();
  }

  private @Nullable StoredEvent stored(EventKey event) {
    return machine.rocks.<@Nullable StoredEvent>withSnapshot(
        view -> new History(view).event(Samples.CUSTOMER, event));
  }
}
