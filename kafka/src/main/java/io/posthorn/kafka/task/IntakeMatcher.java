package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.engine.EventKeySequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The processor of one intake partition: deduplicates events, matches them against subscriptions,
 * and forwards each to the shards that own matching endpoints. A shard gets an event once, with its
 * own subscriptions; an event without a match stays in the intake shard.
 *
 * <p>The intake shard forwards to itself through the topic too. Message ids derive from the event
 * key that is assigned here. If a request left before the key is committed and the node died in
 * between, the event would get another key, and its receiver would see one event under two ids.
 */
final class IntakeMatcher {
  /** Upper bound of a record to another shard, far below the largest record that topics take. */
  private static final long MAX_BATCH_BYTES = 1 << 20;

  private final EventIdStore eventIds;
  private final EventKeySequence keys;
  private final ShardAssignment assignment;
  private final SubscriptionIndex subscriptions;
  private final @Nullable OperatorSubscription operator;
  private long accepted;
  private long duplicates;

  IntakeMatcher(
      EventIdStore eventIds,
      ShardIdentity identity,
      ShardAssignment assignment,
      SubscriptionIndex subscriptions,
      @Nullable OperatorSubscription operator) {
    this.eventIds = eventIds;
    this.assignment = assignment;
    this.subscriptions = subscriptions;
    this.operator = operator;
    keys = EventKeySequence.ofIntakeShard(identity);
  }

  /**
   * Accepts events.
   *
   * @param shards receives the commands for each shard
   * @return the events without a match
   */
  List<MatchedEvent> take(List<Event> events, long now, BiConsumer<Integer, Command> shards) {
    List<MatchedEvent> unwanted = new ArrayList<>();
    SortedMap<Integer, ShardBatch> batches = new TreeMap<>();
    for (Event event : events) {
      if (eventIds.known(event.customerId(), event.id())) {
        duplicates++;
        continue;
      }
      SortedMap<Integer, List<SubscriptionId>> wanted = match(event);
      if (wanted.isEmpty() && OperationalEvents.isOperational(event)) {
        continue; // an operational event without a reader is not kept
      }
      accepted += OperationalEvents.isOperational(event) ? 0 : 1;
      EventKey key = keys.next(now);
      eventIds.add(event.customerId(), event.id(), key);
      if (wanted.isEmpty()) {
        unwanted.add(new MatchedEvent(key, event, List.of()));
      }
      for (Map.Entry<Integer, List<SubscriptionId>> part : wanted.entrySet()) {
        int shard = part.getKey();
        MatchedEvent arrival = new MatchedEvent(key.inShard(shard), event, part.getValue());
        batches.computeIfAbsent(shard, ShardBatch::new).add(arrival, shards);
      }
    }
    batches.values().forEach(batch -> batch.send(shards));
    return unwanted;
  }

  /** New events, without operational events. */
  long accepted() {
    return accepted;
  }

  /** Events with a known id. */
  long duplicates() {
    return duplicates;
  }

  /** The matching subscriptions, by the shard of their endpoint. */
  private SortedMap<Integer, List<SubscriptionId>> match(Event event) {
    SortedMap<Integer, List<SubscriptionId>> wanted = new TreeMap<>();
    for (Subscription subscription : readers(event)) {
      var endpoint = subscription.endpointId();
      if (OperationalEvents.mayReach(event, endpoint)) {
        wanted
            .computeIfAbsent(assignment.shardOf(endpoint), shard -> new ArrayList<>())
            .add(subscription.id());
      }
    }
    return wanted;
  }

  private List<Subscription> readers(Event event) {
    if (event.customerId().equals(OperatorSubscription.CUSTOMER)) {
      return operator == null ? List.of() : List.of(operator.subscription());
    }
    return subscriptions.match(event);
  }

  /** Events for one shard. */
  private static final class ShardBatch {
    private final int shard;
    private List<MatchedEvent> arrivals = new ArrayList<>();
    private long weight;

    ShardBatch(int shard) {
      this.shard = shard;
    }

    void add(MatchedEvent arrival, BiConsumer<Integer, Command> shards) {
      long more = weight(arrival);
      if (weight + more > MAX_BATCH_BYTES) {
        send(shards);
      }
      arrivals.add(arrival);
      weight += more;
    }

    void send(BiConsumer<Integer, Command> shards) {
      if (!arrivals.isEmpty()) {
        shards.accept(shard, Command.AcceptEvents.promised(arrivals));
        arrivals = new ArrayList<>();
        weight = 0;
      }
    }

    private static long weight(MatchedEvent arrival) {
      Event event = arrival.event();
      return 512
          + 16L * arrival.matched().size()
          + (event.newState() == null ? 0 : event.newState().length())
          + (event.oldState() == null ? 0 : event.oldState().length());
    }
  }
}
