package io.posthorn.core.shard.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LaneWindowTest {
  private final LaneWindow window = new LaneWindow();
  private final TreeMap<LanePosition, LaneEntry> expected = new TreeMap<>();

  @Test
  void it_holds_what_a_sorted_map_would_hold() {
    SplittableRandom random = new SplittableRandom(7);
    int next = 0;
    for (int step = 0; step < 50_000; step++) {
      boolean grows = step / 1_000 % 2 == 0; // fills up, and then runs empty
      if (random.nextInt(10) < (grows ? 6 : 3)) {
        next += random.nextInt(3);
        put(random.nextInt(8) == 0 ? random.nextInt(next + 1) : next, random.nextInt());
      } else if (random.nextInt(6) == 0) {
        remove(position(random.nextInt(next + 1)));
      } else if (!expected.isEmpty()) {
        remove(expected.firstKey());
      }
      if (random.nextInt(500) == 0 && expected.size() > 1) {
        cutTo(1 + random.nextInt(expected.size() - 1));
      }
      if (random.nextInt(5_000) == 0) {
        window.clear();
        expected.clear();
      }
      check(position(random.nextInt(next + 1)));
    }
  }

  private void put(int at, int subscription) {
    LaneEntry entry =
        new LaneEntry(
            position(at), new SubscriptionId(0, subscription), Rendering.DEFAULT, false, false);
    window.put(entry);
    expected.put(entry.position(), entry);
  }

  private void remove(LanePosition position) {
    window.remove(position);
    expected.remove(position);
  }

  private void cutTo(int most) {
    LaneEntry last = window.cutTo(most);
    while (expected.size() > most) {
      expected.pollLastEntry();
    }
    assertThat(last).isEqualTo(expected.lastEntry().getValue());
  }

  private void check(LanePosition any) {
    assertThat(window.size()).isEqualTo(expected.size());
    assertThat(window.isEmpty()).isEqualTo(expected.isEmpty());
    assertThat(window.contains(any)).isEqualTo(expected.containsKey(any));
    assertThat(window.first())
        .isEqualTo(expected.isEmpty() ? null : expected.firstEntry().getValue());
  }

  private static LanePosition position(int at) {
    return new LanePosition(at, new MessageId(new EventKey(at, 0), 0));
  }
}
