package io.posthorn.core.shard.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cache of events under load: what is sent next is in it. */
final class RecentEventsTest {
  private static final StoredEvent ONE = event(1);
  private static final int FIT = (16 << 20) / ONE.footprint();

  private final RecentEvents recent = new RecentEvents();

  @Test
  void a_backlog_that_fits_is_sent_from_memory() {
    assertThat(sentFromMemory(FIT - 1)).isEqualTo(2 * FIT);
  }

  @Test
  void of_a_backlog_twice_as_large_nearly_a_half_is_sent_from_memory() {
    assertThat(sentFromMemory(2 * FIT)).isGreaterThan(2 * FIT * 2 / 5);
  }

  @Test
  void events_that_are_not_sent_make_space_for_new_ones() {
    for (int i = 0; i < FIT; i++) {
      recent.accepted(key(i), ONE);
    }
    for (int i = 0; i < 9 * FIT; i++) {
      recent.accepted(key(FIT + i), ONE);
    }
    assertThat(recent.get(key(FIT - 1))).isNull();
  }

  @Test
  void an_event_that_was_read_is_kept_only_for_its_other_messages() {
    recent.read(key(1), ONE);
    recent.read(key(2), event(2));
    assertThat(recent.get(key(1))).isNull();
    assertThat(recent.get(key(2))).isNotNull();
  }

  /** Accepts and sends one event at a time, with a number of waiting ones in between. */
  private int sentFromMemory(int backlog) {
    int accepted = 0;
    while (accepted < backlog) {
      recent.accepted(key(accepted++), ONE);
    }
    int found = 0;
    for (int sent = 0; sent < 2 * backlog + 2; sent++) {
      boolean counts = sent >= 2 * backlog + 2 - 2 * FIT;
      found += recent.get(key(sent)) != null && counts ? 1 : 0;
      recent.requestStarted(key(sent));
      recent.accepted(key(accepted++), ONE);
    }
    return found;
  }

  private static EventKey key(int number) {
    return EventKey.of(1_000, 0, number, 7);
  }

  private static StoredEvent event(int messages) {
    StoredEvent.Target target =
        new StoredEvent.Target(
            new SubscriptionId(1, 1),
            TargetUrl.parse(ShardFixture.URL).endpointOf(ShardFixture.CUSTOMER),
            Rendering.DEFAULT);
    return new StoredEvent(
        ShardFixture.withDefaults().event(ShardFixture.CUSTOMER, "e", "TASK", "CREATE", null),
        List.of(target, target).subList(0, messages),
        true);
  }
}
