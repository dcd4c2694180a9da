package io.posthorn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.ShardIdentity;
import org.junit.jupiter.api.Test;

/** The keys of events in the order of acceptance. */
final class EventKeySequenceTest {
  private static final long NOW = 1_700_000_000_000L;

  @Test
  void keys_ascend_within_a_millisecond_and_over_the_next() {
    EventKeySequence keys = new EventKeySequence(new ShardIdentity(0, 7));

    EventKey first = keys.next(NOW);
    EventKey second = keys.next(NOW);
    EventKey third = keys.next(NOW + 1);

    assertThat(first).isEqualTo(EventKey.of(NOW, 0, 0, 7)).isLessThan(second);
    assertThat(second).isEqualTo(EventKey.of(NOW, 0, 1, 7)).isLessThan(third);
    assertThat(third).isEqualTo(EventKey.of(NOW + 1, 0, 0, 7));
  }
}
