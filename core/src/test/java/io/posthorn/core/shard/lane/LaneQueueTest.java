package io.posthorn.core.shard.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LaneQueueTest {
  private static final long NONE_IN_FLIGHT = Long.MAX_VALUE;

  private final LaneQueue queue = new LaneQueue(0, LaneMemory.NONE);

  @Test
  void a_lane_of_which_nothing_was_read_has_to_be_read_from_its_floor() {
    LaneQueue stored = new LaneQueue(77, LaneMemory.NONE);
    assertThat(stored.needsRead()).isTrue();
    assertThat(stored.readTo()).isNull();
    assertThat(stored.floor()).isEqualTo(77);
  }

  @Test
  void events_that_arrive_before_the_first_read_are_found_by_it() {
    queue.add(entry(1));
    assertThat(queue.first()).isNull();
    assertThat(queue.needsRead()).isTrue();
  }

  @Test
  void once_all_is_read_arrivals_are_known_without_another_read() {
    queue.fill(List.of(), true);
    assertThat(queue.needsRead()).isFalse();
    queue.add(entry(2));
    queue.add(entry(1));
    assertThat(queue.first()).isEqualTo(entry(1));
    queue.take(entry(1).position());
    assertThat(queue.first()).isEqualTo(entry(2));
    queue.take(entry(2).position());
    assertThat(queue.first()).isNull();
    assertThat(queue.needsRead()).isFalse();
  }

  @Test
  void events_that_arrive_behind_a_full_window_are_found_by_the_next_read() {
    queue.fill(entries(1, LaneQueue.READ_AHEAD), false);
    queue.add(entry(1_000));
    assertThat(drain()).hasSize(LaneQueue.READ_AHEAD);
    assertThat(queue.needsRead()).isTrue();
    assertThat(queue.readTo()).isEqualTo(entry(LaneQueue.READ_AHEAD).position());
  }

  @Test
  void an_event_inside_the_window_is_added_and_the_last_one_evicted() {
    queue.fill(entries(10, LaneQueue.READ_AHEAD), false);
    queue.add(entry(5));
    assertThat(queue.first()).isEqualTo(entry(5));
    List<LaneEntry> known = drain();
    assertThat(known).hasSize(LaneQueue.READ_AHEAD);
    assertThat(queue.readTo()).isEqualTo(known.getLast().position());
  }

  @Test
  void a_complete_window_that_overflows_has_to_be_read_again_behind_its_end() {
    queue.fill(List.of(), true);
    entries(1, 10_000).forEach(queue::add);
    assertThat(drain()).isEqualTo(entries(1, LaneQueue.READ_AHEAD));
    assertThat(queue.needsRead()).isTrue();
    assertThat(queue.readTo()).isEqualTo(entry(LaneQueue.READ_AHEAD).position());
  }

  @Test
  void a_window_with_shared_memory_takes_more_than_it_reads_ahead() {
    LaneMemory memory = new LaneMemory(90);
    LaneQueue roomy = new LaneQueue(0, memory);
    roomy.fill(List.of(), true);
    entries(1, 1_000).forEach(roomy::add);
    assertThat(roomy.holds(entry(LaneQueue.READ_AHEAD + 30).position())).isTrue();
    assertThat(roomy.holds(entry(LaneQueue.READ_AHEAD + 31).position())).isFalse();
    assertThat(roomy.readTo()).isEqualTo(entry(LaneQueue.READ_AHEAD + 30).position());
  }

  @Test
  void a_lane_that_has_less_gets_shared_memory_while_a_long_one_gets_no_more() {
    LaneMemory memory = new LaneMemory(90);
    LaneQueue roomy = new LaneQueue(0, memory);
    roomy.fill(List.of(), true);
    entries(1, 1_000).forEach(roomy::add);
    queueWith(memory, LaneQueue.READ_AHEAD + 1);
    assertThat(memory.take(29)).isFalse();
    assertThat(memory.take(28)).isTrue();
  }

  @Test
  void shared_memory_is_given_back_by_entries_that_leave_and_by_forgotten_lanes() {
    LaneMemory memory = new LaneMemory(4);
    LaneQueue first = queueWith(memory, LaneQueue.READ_AHEAD + 1);
    LaneQueue second = queueWith(memory, LaneQueue.READ_AHEAD + 1);
    assertThat(memory.take(1)).isFalse();
    first.take(entry(1).position());
    second.forget(NONE_IN_FLIGHT);
    second.forget(NONE_IN_FLIGHT);
    assertThat(memory.take(1)).isTrue();
    assertThat(memory.take(1)).isFalse();
  }

  private static LaneQueue queueWith(LaneMemory memory, int entries) {
    LaneQueue queue = new LaneQueue(0, memory);
    queue.fill(List.of(), true);
    entries(1, entries).forEach(queue::add);
    return queue;
  }

  @Test
  void the_floor_follows_the_first_entry_but_never_passes_what_is_in_flight() {
    queue.fill(entries(10, 3), true);
    queue.take(entry(10).position());
    queue.raiseFloor(10);
    assertThat(queue.floor()).isEqualTo(10);
    queue.raiseFloor(NONE_IN_FLIGHT);
    assertThat(queue.floor()).isEqualTo(11);
    queue.add(entry(3));
    assertThat(queue.floor()).isEqualTo(3);
  }

  @Test
  void the_floor_of_an_emptied_lane_follows_what_was_taken_last() {
    queue.fill(List.of(), true);
    for (int i = 1; i <= 50; i++) {
      queue.add(entry(i));
      queue.take(entry(i).position());
    }
    queue.raiseFloor(NONE_IN_FLIGHT);
    assertThat(queue.floor()).isEqualTo(50);
  }

  @Test
  void a_forgotten_lane_keeps_its_floor_and_is_read_from_there() {
    queue.fill(entries(10, 3), true);
    queue.take(entry(10).position());
    queue.forget(NONE_IN_FLIGHT);
    assertThat(queue.first()).isNull();
    assertThat(queue.needsRead()).isTrue();
    assertThat(queue.readTo()).isNull();
    assertThat(queue.floor()).isEqualTo(11);
  }

  private List<LaneEntry> drain() {
    List<LaneEntry> known = new ArrayList<>();
    for (LaneEntry entry = queue.first(); entry != null; entry = queue.first()) {
      known.add(entry);
      queue.take(entry.position());
    }
    return known;
  }

  private static List<LaneEntry> entries(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(LaneQueueTest::entry).toList();
  }

  private static LaneEntry entry(int at) {
    MessageId id = new MessageId(EventKey.of(at, 0, at, 7), 0);
    return new LaneEntry(
        new LanePosition(at, id), new SubscriptionId(1, 1), Rendering.DEFAULT, false, false);
  }
}
