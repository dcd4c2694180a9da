package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.EventFormats;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The router of events to shards: matches them against the subscriptions that this node knows, and
 * groups them by the shards that own the endpoints. A shard gets an event once, with its own
 * subscriptions; an event without a match goes to one shard, so that it can be read. Thread-safe.
 */
public final class EventRouter {
  /** Upper bound of a record, far below the largest one that topics take; one event always fits. */
  private static final long MAX_RECORD_BYTES = 1 << 20;

  private final ShardAssignment assignment;
  private final SubscriptionIndex subscriptions;
  private final @Nullable OperatorSubscription operator;

  public EventRouter(
      ShardAssignment assignment,
      SubscriptionIndex subscriptions,
      @Nullable OperatorSubscription operator) {
    this.assignment = assignment;
    this.subscriptions = subscriptions;
    this.operator = operator;
  }

  /** The events of one record to a shard. */
  public record Routed(int shard, Command.AcceptEvents command) {}

  /** Matches events; returns the records in which they go to their shards, in their order. */
  public List<Routed> route(List<Event> events) {
    return route(events, EventFormats.ALL);
  }

  /** The same, for the subscriptions of certain formats. */
  List<Routed> route(List<Event> events, EventFormats formats) {
    SortedMap<Integer, ShardEvents> shards = new TreeMap<>();
    for (Event event : events) {
      SortedMap<Integer, List<SubscriptionId>> matched = match(event, formats);
      if (matched.isEmpty() && !OperationalEvents.isOperational(event)) {
        matched.put(unmatchedShard(event), List.of());
      }
      boolean counted = !OperationalEvents.isOperational(event);
      for (var part : matched.entrySet()) {
        shards
            .computeIfAbsent(part.getKey(), shard -> new ShardEvents())
            .add(
                new MatchedEvent(MatchedEvent.NO_KEY, event, part.getValue(), counted, null),
                weight(event, part.getValue()));
        counted = false; // by the first shard
      }
    }
    List<Routed> routed = new ArrayList<>();
    shards.forEach((shard, records) -> records.addTo(shard, routed));
    return routed;
  }

  /** The matching subscriptions, by the shard of their endpoint. */
  private SortedMap<Integer, List<SubscriptionId>> match(Event event, EventFormats formats) {
    SortedMap<Integer, List<SubscriptionId>> matched = new TreeMap<>();
    for (Subscription subscription : readers(event)) {
      if (OperationalEvents.mayReach(event, formats, subscription)) {
        int owner = assignment.shardOf(subscription.endpointId());
        matched.computeIfAbsent(owner, shard -> new ArrayList<>()).add(subscription.id());
      }
    }
    return matched;
  }

  private List<Subscription> readers(Event event) {
    if (event.customerId().equals(OperatorSubscription.CUSTOMER)) {
      return operator == null ? List.of() : List.of(operator.subscription());
    }
    return subscriptions.match(event);
  }

  /** Depends on customer and event id only, so that the same event comes to the same shard. */
  private int unmatchedShard(Event event) {
    CRC32C sum = new CRC32C();
    sum.update((event.customerId() + "\n" + event.id()).getBytes(StandardCharsets.UTF_8));
    return (int) (sum.getValue() % assignment.shards());
  }

  private static long weight(Event event, List<SubscriptionId> matched) {
    return 512
        + 16L * matched.size()
        + (event.newState() == null ? 0 : event.newState().length())
        + (event.oldState() == null ? 0 : event.oldState().length());
  }

  /** The events for one shard, as the records that they are split into. */
  private static final class ShardEvents {
    private final List<List<MatchedEvent>> records = new ArrayList<>();
    private long weight;

    void add(MatchedEvent event, long more) {
      if (records.isEmpty()
          || weight + more > MAX_RECORD_BYTES
          || records.getLast().size() == RecordEventKeys.MOST_EVENTS) {
        records.add(new ArrayList<>());
        weight = 0;
      }
      records.getLast().add(event);
      weight += more;
    }

    void addTo(int shard, List<Routed> routed) {
      for (List<MatchedEvent> record : records) {
        routed.add(new Routed(shard, Command.AcceptEvents.promised(record)));
      }
    }
  }
}
