package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.kafka.KafkaSamples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The matcher of the second of eight shards. */
final class IntakeMatcherTest {
  private static final ShardAssignment ASSIGNMENT = new ShardAssignment(8);
  private static final int INTAKE_SHARD = 2;
  private static final long NOW = 1_767_225_600_000L;

  private final SubscriptionIndex subscriptions = new SubscriptionIndex();
  private final InMemoryShardStore store = new InMemoryShardStore();
  private final TreeMap<Integer, List<MatchedEvent>> sent = new TreeMap<>();
  private final IntakeMatcher matcher =
      new IntakeMatcher(
          new EventIdStore(store, 1_000),
          new ShardIdentity(INTAKE_SHARD, 7),
          ASSIGNMENT,
          subscriptions,
          null);

  @Test
  void each_shard_gets_an_event_once_with_its_own_subscriptions() {
    for (int i = 1; i <= 40; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
    take(KafkaSamples.event("e1", "TASK"));

    assertThat(sent).hasSize(ASSIGNMENT.shards());
    Set<Object> matched = new HashSet<>();
    sent.forEach(
        (shard, arrivals) -> {
          assertThat(arrivals).hasSize(1);
          assertThat(arrivals.getFirst().key().shard()).isEqualTo(shard);
          for (var id : arrivals.getFirst().matched()) {
            Subscription subscription = Objects.requireNonNull(subscriptions.get(id));
            assertThat(ASSIGNMENT.shardOf(subscription.endpointId())).isEqualTo(shard);
            assertThat(matched.add(id)).isTrue();
          }
        });
    assertThat(matched).hasSize(40);
  }

  @Test
  void the_intake_shard_sends_no_request_before_the_event_key_is_committed() {
    for (int i = 1; i <= 40; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
    assertThat(take(KafkaSamples.event("e1", "TASK"))).isEmpty();
    assertThat(sent).containsKey(INTAKE_SHARD);
  }

  @Test
  void copies_of_one_event_differ_in_their_shard_alone() {
    for (int i = 1; i <= 40; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
    take(KafkaSamples.event("e1", "TASK"));
    MatchedEvent here = Objects.requireNonNull(sent.get(INTAKE_SHARD)).getFirst();
    sent.forEach(
        (shard, arrivals) ->
            assertThat(arrivals.getFirst().key()).isEqualTo(here.key().inShard(shard)));
  }

  @Test
  void an_event_without_a_match_stays_in_its_intake_shard() {
    List<MatchedEvent> unwanted = take(KafkaSamples.event("e1", "TASK"));
    assertThat(unwanted).hasSize(1);
    assertThat(unwanted.getFirst().matched()).isEmpty();
    assertThat(sent).isEmpty();
  }

  @Test
  void a_duplicate_event_is_not_forwarded() {
    subscriptions.put(KafkaSamples.subscription(1, "TASK"));
    take(KafkaSamples.event("e1", "TASK"));
    sent.clear();
    assertThat(take(KafkaSamples.event("e1", "TASK"))).isEmpty();
    assertThat(sent).isEmpty();
    assertThat(matcher.accepted()).isEqualTo(1);
    assertThat(matcher.duplicates()).isEqualTo(1);
  }

  @Test
  void an_operational_event_without_a_match_is_not_kept() {
    assertThat(take(KafkaSamples.event("op_1", "POSTHORN_DROPS"))).isEmpty();
    assertThat(store.size()).isZero();
  }

  @Test
  void a_large_batch_is_split_into_records_that_fit() {
    for (int i = 1; i <= 2_000; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      events.add(KafkaSamples.event("e" + i, "TASK"));
    }
    int[] records = {0};
    matcher.take(
        events,
        NOW,
        (shard, command) -> {
          records[0]++;
          assertThat(CommandCodec.encode(command).length).isLessThan(2 << 20);
        });
    assertThat(records[0]).isGreaterThan(7);
  }

  private List<MatchedEvent> take(Event event) {
    return matcher.take(
        List.of(event),
        NOW,
        (shard, command) ->
            sent.computeIfAbsent(shard, s -> new ArrayList<>())
                .addAll(((Command.AcceptEvents) command).events()));
  }
}
