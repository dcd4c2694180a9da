package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.EventFormats;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.kafka.KafkaSamples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The routing of events to eight shards. */
final class EventRouterTest {
  private static final ShardAssignment ASSIGNMENT = new ShardAssignment(8);

  private final SubscriptionIndex subscriptions = new SubscriptionIndex();
  private final EventRouter router = new EventRouter(ASSIGNMENT, subscriptions, null);

  private void subscribe(int count) {
    for (int i = 1; i <= count; i++) {
      subscriptions.put(KafkaSamples.subscription(i, "TASK"));
    }
  }

  @Test
  void each_shard_gets_an_event_once_with_its_own_subscriptions() {
    subscribe(40);

    List<EventRouter.Routed> routed = route(KafkaSamples.event("e1", "TASK"));

    assertThat(routed).hasSize(ASSIGNMENT.shards());
    Set<Object> matched = new HashSet<>();
    for (EventRouter.Routed record : routed) {
      assertThat(record.command().events()).hasSize(1);
      for (var id : record.command().events().getFirst().matched()) {
        Subscription subscription = Objects.requireNonNull(subscriptions.get(id));
        assertThat(ASSIGNMENT.shardOf(subscription.endpointId())).isEqualTo(record.shard());
        assertThat(matched.add(id)).isTrue();
      }
    }
    assertThat(matched).hasSize(40);
  }

  @Test
  void one_of_its_shards_counts_an_event() {
    subscribe(40);

    assertThat(route(KafkaSamples.event("e1", "TASK")))
        .flatExtracting(record -> record.command().events())
        .filteredOn(MatchedEvent::counted)
        .hasSize(1);
  }

  @Test
  void an_event_without_a_match_goes_to_the_shard_of_its_id() {
    Set<Integer> shards = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      List<EventRouter.Routed> routed = route(KafkaSamples.event("e" + i, "TASK"));
      assertThat(routed).hasSize(1).isEqualTo(route(KafkaSamples.event("e" + i, "TASK")));
      assertThat(routed.getFirst().command().events().getFirst().matched()).isEmpty();
      shards.add(routed.getFirst().shard());
    }
    assertThat(shards).hasSize(ASSIGNMENT.shards());
  }

  @Test
  void an_operational_event_without_a_match_goes_nowhere_and_none_is_counted() {
    assertThat(route(KafkaSamples.event("op_1", "POSTHORN_DROPS"))).isEmpty();
    subscriptions.put(KafkaSamples.subscription(1, "POSTHORN_DROPS"));
    assertThat(route(KafkaSamples.event("op_1", "POSTHORN_DROPS")))
        .flatExtracting(record -> record.command().events())
        .extracting(MatchedEvent::counted)
        .containsExactly(false);
  }

  @Test
  void an_operational_event_goes_to_subscriptions_of_its_formats_only() {
    Subscription program = KafkaSamples.subscription(1, "POSTHORN_ENDPOINT");
    Subscription slack =
        SubscriptionFixture.like(KafkaSamples.subscription(2, "POSTHORN_ENDPOINT"))
            .body(PayloadFormat.SLACK, false)
            .done();
    subscriptions.put(program);
    subscriptions.put(slack);

    assertThat(readers(EventFormats.ALL)).containsExactlyInAnyOrder(program.id(), slack.id());
    assertThat(readers(EventFormats.ALL_BUT_SLACK)).containsExactly(program.id());
    assertThat(readers(EventFormats.SLACK)).containsExactly(slack.id());
  }

  private List<SubscriptionId> readers(EventFormats formats) {
    return router.route(List.of(KafkaSamples.event("op_1", "POSTHORN_ENDPOINT")), formats).stream()
        .flatMap(record -> record.command().events().stream())
        .flatMap(event -> event.matched().stream())
        .toList();
  }

  @Test
  void a_large_batch_is_split_into_records_that_fit_in_its_order() {
    subscribe(2_000);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      events.add(KafkaSamples.event("e" + i, "TASK"));
    }

    List<EventRouter.Routed> routed = router.route(events);

    assertThat(routed).hasSizeGreaterThan(ASSIGNMENT.shards());
    assertThat(routed)
        .allSatisfy(
            record -> assertThat(CommandCodec.encode(record.command())).hasSizeLessThan(2 << 20));
    assertThat(routed)
        .filteredOn(record -> record.shard() == 0)
        .flatExtracting(record -> record.command().events())
        .extracting(MatchedEvent::event)
        .isEqualTo(events);
  }

  private List<EventRouter.Routed> route(Event event) {
    return router.route(List.of(event));
  }
}
