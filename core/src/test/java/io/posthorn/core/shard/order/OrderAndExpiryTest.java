package io.posthorn.core.shard.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The expiry of many held messages of one object. */
final class OrderAndExpiryTest {
  private static final String URL = ShardFixture.URL;
  private static final long LIFETIME = Rules.DEFAULT.retry().lifetime();

  private final OrderFixture fixture = new OrderFixture();
  private final ShardFixture shard = fixture.shard;

  /** As the sweep does for messages of many objects: several hundred in a turn. */
  @Test
  void held_messages_of_one_object_expire_many_in_a_turn() {
    List<EventKey> events = held(2_000);
    shard.counted.rememberRemains();
    shard.counted.reset();

    int turns = expireAll(events);

    assertThat(turns).isLessThan(20);
    // Nor does it walk over the entries that it deleted before.
    assertThat(shard.counted.remainsVisited()).isLessThan(2L * events.size());
    assertThat(shard.waiting(URL)).containsOnly(0);
  }

  @Test
  void those_behind_an_expired_message_expire_at_their_own_time() {
    held(3);
    shard.pass(Duration.ofSeconds(1));
    EventKey younger = fixture.post("a");
    shard.goTo(Duration.ofMillis(LIFETIME));
    assertThat(shard.waiting(URL)).containsExactly(1, 0, 0);
    assertThat(shard.message(younger).status()).isEqualTo(MessageStatus.WAITING);

    shard.goTo(Duration.ofMillis(LIFETIME + 999));
    assertThat(shard.message(younger).status()).isEqualTo(MessageStatus.WAITING);
    shard.pass(Duration.ofMillis(1));
    assertThat(shard.message(younger).reason()).isEqualTo(EndReason.EXPIRED);
  }

  @Test
  void other_objects_expire_beside_one_with_many() {
    held(600);
    EventKey other = fixture.post("b");
    shard.goTo(Duration.ofMillis(LIFETIME));
    assertThat(shard.message(other).reason()).isEqualTo(EndReason.EXPIRED);
    assertThat(shard.waiting(URL)).containsOnly(0);
    assertThat(shard.behind(URL)).isZero();
  }

  private List<EventKey> held(int count) {
    fixture.subscribe(URL);
    shard.pause(URL);
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(fixture.post("a"));
    }
    return events;
  }

  private int expireAll(List<EventKey> events) {
    shard.stepAfter(Duration.ofMillis(LIFETIME));
    int turns = 1;
    EventKey last = events.getLast();
    while (!shard.message(last).status().ended()) {
      shard.step();
      turns++;
    }
    events.forEach(event -> assertThat(shard.message(event).reason()).isEqualTo(EndReason.EXPIRED));
    return turns;
  }
}
