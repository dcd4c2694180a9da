package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.Rules;
import org.junit.jupiter.api.Test;

final class NodeInFlightTest {
  private static final long BYTES = 100L << 20;

  private final NodeInFlight node =
      new NodeInFlight(
          DeliveryLimits.DEFAULT.withInFlight(100, 32, BYTES).withInFlightPerHost(40, 20));

  /** A turn after which the shard has used its budget of requests and needs more. */
  private int uses(int shard) {
    InFlightBudget budget = node.begin(shard);
    node.end(shard, budget.requests(), 0, true, false);
    return budget.requests();
  }

  private void has(int shard, int requests) {
    node.begin(shard);
    node.end(shard, requests, 0, false, false);
  }

  @Test
  void one_busy_shard_gets_the_whole_limit_of_the_node_in_a_few_turns() {
    has(1, 0);
    int most = 0;
    for (int turn = 0; turn < 10; turn++) {
      most = uses(0);
    }
    assertThat(most).isEqualTo(100);
    assertThat(node.grew(0)).isFalse();
  }

  @Test
  void turns_at_the_same_time_never_exceed_the_limit_together() {
    int first = node.begin(0).requests();
    int second = node.begin(1).requests();
    int third = node.begin(2).requests();
    assertThat(first).isEqualTo(50);
    assertThat(second).isEqualTo(25);
    assertThat(first + second + third).isLessThanOrEqualTo(100);
  }

  @Test
  void a_shard_that_waits_with_less_than_its_part_gets_the_capacity_that_comes_free() {
    has(0, 100);
    node.begin(1);
    node.end(1, 0, 0, true, false);
    assertThat(node.waiting()).isEqualTo(1);
    has(0, 90);
    assertThat(node.begin(0).requests()).as("it has more than its part").isEqualTo(50);
    node.end(0, 90, 0, true, false);
    assertThat(node.grew(1)).isTrue();
    assertThat(node.begin(1).requests()).isEqualTo(5);
  }

  @Test
  void the_budget_of_a_shard_that_leaves_is_free() {
    has(0, 100);
    uses(1);
    assertThat(node.grew(1)).isFalse();
    node.remove(0);
    assertThat(node.grew(1)).isTrue();
  }

  @Test
  void bytes_are_shared_the_same_way_and_one_message_always_fits() {
    node.begin(0);
    node.end(0, 1, 3 * BYTES, false, false);
    assertThat(node.begin(1).bytes()).isEqualTo(4L << 20);
    node.end(1, 0, 0, false, true);
    node.begin(0);
    node.end(0, 1, BYTES / 2, false, false);
    assertThat(node.grew(1)).isTrue();
    assertThat(node.begin(1).bytes()).isEqualTo(BYTES / 4);
  }

  @Test
  void limits_of_hosts_are_divided_by_the_shards_of_this_node_only() {
    assertThat(node.begin(0).perHost()).isEqualTo(40);
    assertThat(node.begin(1).perHost()).isEqualTo(20);
    DeliveryLimits opening = node.opening(2, Rules.DEFAULT).limits();
    assertThat(opening.maxInFlightPerHost()).isEqualTo(13);
    assertThat(opening.startInFlightPerHost()).isEqualTo(6);
    assertThat(opening.waitingMessages()).isEqualTo(DeliveryLimits.UNLIMITED);
  }
}
