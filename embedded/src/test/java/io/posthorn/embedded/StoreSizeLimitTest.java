package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.EventView;
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
final class StoreSizeLimitTest {
  private static final long MOST = 3L << 20;
  private static final int PAYLOAD = 12 << 10;

  /** Random payloads, so that compression does not change the sizes. */
  private final Random noise = new Random(7);

  private final List<StoreSizeLimit.Report> reports = new ArrayList<>();

  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private EngineFixture fixture;

  @BeforeEach
  void start() {
    fixture = new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT.withMinFree(1));
    fixture.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void payloads_are_removed_oldest_first_until_the_store_is_under_its_limit() {
    List<EventKey> delivered = deliver(300);
    List<EventKey> waiting = post(20);
    fixture.rocks.compact();
    assertThat(fixture.rocks.sizeOnDisk()).isGreaterThan(MOST);

    StoreSizeLimit limit = limit(MOST);
    assertThat(limit.check()).isTrue();

    assertThat(fixture.rocks.sizeOnDisk()).isLessThanOrEqualTo(MOST);
    List<Boolean> kept = delivered.stream().map(this::hasPayload).toList();
    int gone = kept.indexOf(true);
    assertThat(gone).isBetween(1, 250);
    assertThat(kept.subList(0, gone)).containsOnly(false);
    assertThat(kept.subList(gone, kept.size())).containsOnly(true);
    assertThat(waiting).allMatch(this::hasPayload);
    assertThat(limit.removed().payloads()).isEqualTo(gone);
    assertThat(limit.removed().records()).isZero();

    assertThat(limit.check()).isTrue();
    assertThat(limit.removed().payloads()).isEqualTo(gone);
  }

  @Test
  void records_follow_payloads_and_waiting_messages_stay() {
    List<EventKey> delivered = deliver(50);
    fixture.time.pass(Duration.ofHours(49));
    List<EventKey> waiting = post(20);

    StoreSizeLimit limit = limit(1);
    assertThat(limit.check()).isFalse();

    assertThat(limit.removed().payloads()).isEqualTo(50);
    assertThat(limit.removed().records()).isEqualTo(50);
    assertThat(reports.getLast().removed().exhausted()).isTrue();
    assertThat(delivered).allMatch(event -> stored(event) == null);
    assertThat(waiting).allMatch(this::hasPayload);
  }

  @Test
  void a_store_that_only_needs_compaction_loses_nothing() {
    List<EventKey> delivered = deliver(60);

    assertThat(limit(fixture.rocks.sizeOnDisk() - 1).check()).isTrue();

    assertThat(reports).isEmpty();
    assertThat(delivered).allMatch(this::hasPayload);
  }

  private StoreSizeLimit limit(long most) {
    return new StoreSizeLimit(
        fixture.engine,
        fixture.rocks,
        most,
        new StoreSizeLimit.Listener() {
          @Override
          public void removedEarly(StoreSizeLimit.Report report) {
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
      fixture.sender.next().succeeds();
      fixture.nextEnded();
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
          SampleEvents.event("e" + noise.nextLong(0, Long.MAX_VALUE), "TASK", JsonSlice.of(state));
      Reply.Accepted reply = (Reply.Accepted) fixture.engine.accept(List.of(event)).join();
      events.add(reply.events().getFirst().key());
    }
    return events;
  }

  private boolean hasPayload(EventKey event) {
    return Objects.requireNonNull(stored(event)).hasPayload();
  }

  private @Nullable EventView stored(EventKey event) {
    return fixture.rocks.<@Nullable EventView>withSnapshot(
        view -> new History(view).event(SampleEvents.CUSTOMER, event));
  }
}
