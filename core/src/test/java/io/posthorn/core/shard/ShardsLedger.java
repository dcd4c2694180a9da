package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The acknowledged work of several shards, checked against their effects and records. */
final class ShardsLedger {
  /** One event for one subscription. */
  record EventMatch(String eventId, SubscriptionId subscription) {}

  private record ObjectAt(EndpointId endpoint, String objId) {}

  private final ShardsFixture shards;
  private final Map<MessageId, EventMatch> expected = new TreeMap<>();
  private final Map<EventMatch, MessageId> messages = new HashMap<>();
  private final Map<MessageId, Integer> ends = new TreeMap<>();
  private final Map<MessageId, Integer> attempts = new TreeMap<>();
  final Map<MessageId, Integer> replays = new TreeMap<>();
  private final OrderLedger order = new OrderLedger();
  private int seen;

  ShardsLedger(ShardsFixture shards) {
    this.shards = shards;
  }

  Map<MessageId, EventMatch> expected() {
    return expected;
  }

  /** Checks the effects since the last call. */
  void update() {
    for (; seen < shards.effects.size(); seen++) {
      ShardsFixture.Seen next = shards.effects.get(seen);
      switch (next.effect()) {
        case Effect.Send send -> sent(next.shard(), send);
        case Effect.AttemptRecorded e ->
            assertThat(e.attempt().number())
                .as("attempts of %s are numbered without a gap", e.message())
                .isEqualTo(attempts.merge(e.message(), 1, Integer::sum));
        case Effect.MessageEnded e -> {
          ends.merge(e.message(), 1, Integer::sum);
          order.ended(e.message());
        }
        case Effect.EndpointChanged e ->
            assertThat(shards.assignment.shardOf(e.endpoint())).isEqualTo(next.shard());
        case Effect.FetchToken _, Effect.SendReply _, Effect.Forward _, Effect.Publish _ -> {}
      }
    }
    Set<MessageId> inFlight = new HashSet<>();
    Set<ObjectAt> objects = new HashSet<>();
    for (ShardsFixture.Request request : shards.inFlight) {
      MessageId id = request.send().ticket().message();
      assertThat(inFlight.add(id)).as("%s is in flight once", id).isTrue();
      String object = request.send().event().objId();
      if (request.send().sequence() != null && object != null) {
        assertThat(objects.add(new ObjectAt(request.send().ticket().endpoint(), object)))
            .as("%s is alone in flight of its object at its endpoint", id)
            .isTrue();
      }
    }
  }

  private void sent(int shard, Effect.Send send) {
    var ticket = send.ticket();
    EndpointId target = send.target().url().endpointOf(send.event().customerId());
    assertThat(target).isEqualTo(ticket.endpoint());
    assertThat(shards.assignment.shardOf(target))
        .as("only the owner of %s sends to it", target)
        .isEqualTo(shard);
    assertThat(send.subscription().endpointId()).isEqualTo(target);
    EventMatch subscription = new EventMatch(send.event().id(), send.subscription().id());
    assertThat(expected.computeIfAbsent(ticket.message(), m -> subscription))
        .isEqualTo(subscription);
    assertThat(messages.computeIfAbsent(subscription, w -> ticket.message()))
        .as("one id for life for %s", subscription)
        .isEqualTo(ticket.message());
    order.sent(send);
    if (!ticket.probe() && !replays.containsKey(ticket.message())) {
      long start = ticket.message().event().acceptedAt();
      assertThat(ticket.startedAt())
          .isGreaterThanOrEqualTo(RetrySchedule.DEFAULT.slotAt(start, ticket.slot(), 0));
    }
  }

  /**
   * Checks, after all faults have ended and all work is done, that nothing was lost, duplicated or
   * left behind.
   */
  void close(Set<EventMatch> promised) {
    update();
    assertThat(messages.keySet()).as("every promise was tried").containsAll(promised);
    expected
        .keySet()
        .forEach(
            id -> {
              assertThat(ends.get(id))
                  .as("%s ended once for each life", id)
                  .isEqualTo(1 + replays.getOrDefault(id, 0));
              Message message = shards.message(id);
              assertThat(message.status().ended()).isTrue();
              assertThat(shards.attempts(id))
                  .extracting(Attempt::number)
                  .containsExactlyElementsOf(upTo(message.attempts()));
            });
    for (int shard = 0; shard < shards.stores.size(); shard++) {
      assertThat(shards.waiting(shard)).isZero();
      for (Table table :
          List.of(Table.LANE, Table.FLIGHTS, Table.EXPIRY, Table.SWEEP, Table.KEY, Table.ORDER)) {
        assertThat(count(shard, table)).as("%s of shard %d", table, shard).isZero();
      }
      checkCopies(shard);
      checkEndpoints(shard);
    }
  }

  private static List<Integer> upTo(int last) {
    return IntStream.rangeClosed(1, last).boxed().toList();
  }

  /** A message's origin leads to the shard that has it, and copies are where messages are. */
  private void checkCopies(int shard) {
    for (EventView event : shards.history(shard).events(ShardsFixture.CUSTOMER, null, 99_999)) {
      boolean any = false;
      for (MessageId id : event.messageIds()) {
        Message initial = event.initialMessage(id);
        boolean here =
            shards.stores.get(shard).get(StoreKeys.message(ShardsFixture.CUSTOMER, id)) != null;
        any |= here;
        if (event.key().shard() == shard && initial != null) {
          int holder = shards.assignment.shardOf(initial.endpoint());
          assertThat(shards.stores.get(holder).get(StoreKeys.message(ShardsFixture.CUSTOMER, id)))
              .as("the origin of %s leads to it", id)
              .isNotNull();
        }
      }
      assertThat(any || event.key().shard() == shard).as("a copy without a message").isTrue();
    }
  }

  private void checkEndpoints(int shard) {
    byte[] from = StoreKeys.table(Table.ENDPOINT);
    shards
        .stores
        .get(shard)
        .scan(
            from,
            StoreKeys.endOf(from),
            (key, value) -> {
              EndpointId id = StoreKeys.endpointId(key);
              assertThat(shards.assignment.shardOf(id)).isEqualTo(shard);
              return true;
            });
  }

  int count(int shard, Table table) {
    int[] count = {0};
    byte[] from = StoreKeys.table(table);
    shards.stores.get(shard).scan(from, StoreKeys.endOf(from), (key, value) -> ++count[0] > 0);
    return count[0];
  }
}
