package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The home of events: finds out which are new, who wants them, and which shards have to know. Each
 * shard is told once of an event, with its subscriptions there; what nobody wants stays here.
 *
 * <p>The home tells its own shard through the topic, too. An event gets its key here, and its
 * messages' ids come from that: were a request to leave before the key is committed, and the node
 * to die between, the event would get another key, and its receiver the same event under two ids.
 */
final class IntakeMatcher {
  /** What one record for another shard holds, so that it stays far below the largest one. */
  private static final long LARGEST_PARCEL = 1 << 20;

  private final EventHomes homes;
  private final EventHomeKeys keys;
  private final ShardAssignment assignment;
  private final SubscriptionIndex subscriptions;
  private final @Nullable OperatorSubscription operator;
  private long accepted;
  private long duplicates;

  IntakeMatcher(
      EventHomes homes,
      ShardIdentity identity,
      ShardAssignment assignment,
      SubscriptionIndex subscriptions,
      @Nullable OperatorSubscription operator) {
    this.homes = homes;
    this.assignment = assignment;
    this.subscriptions = subscriptions;
    this.operator = operator;
    keys = new EventHomeKeys(identity);
  }

  /**
   * Takes events in.
   *
   * @param shards is told what goes to them
   * @return what nobody wants
   */
  List<Arrival> take(List<Event> events, long now, BiConsumer<Integer, Command> shards) {
    List<Arrival> unwanted = new ArrayList<>();
    SortedMap<Integer, Parcel> parcels = new TreeMap<>();
    for (Event event : events) {
      if (homes.known(event.customerId(), event.id())) {
        duplicates++;
        continue;
      }
      SortedMap<Integer, List<SubscriptionId>> wanted = match(event);
      if (wanted.isEmpty() && OperationalEvents.isOperational(event)) {
        continue; // news that nobody reads is not kept
      }
      accepted += OperationalEvents.isOperational(event) ? 0 : 1;
      EventKey key = keys.next(now);
      homes.add(event.customerId(), event.id(), key);
      if (wanted.isEmpty()) {
        unwanted.add(new Arrival(key, event, List.of()));
      }
      for (Map.Entry<Integer, List<SubscriptionId>> part : wanted.entrySet()) {
        int shard = part.getKey();
        Arrival arrival = new Arrival(key.inShard(shard), event, part.getValue());
        parcels.computeIfAbsent(shard, Parcel::new).add(arrival, shards);
      }
    }
    parcels.values().forEach(parcel -> parcel.send(shards));
    return unwanted;
  }

  /** Events that were new here, without news of our own. */
  long accepted() {
    return accepted;
  }

  /** Events whose id was known. */
  long duplicates() {
    return duplicates;
  }

  /** Who wants an event, by the shard of their endpoint. */
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

  /** Events on their way to one shard. */
  private static final class Parcel {
    private final int shard;
    private List<Arrival> arrivals = new ArrayList<>();
    private long weight;

    Parcel(int shard) {
      this.shard = shard;
    }

    void add(Arrival arrival, BiConsumer<Integer, Command> shards) {
      long more = weight(arrival);
      if (weight + more > LARGEST_PARCEL) {
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

    private static long weight(Arrival arrival) {
      Event event = arrival.event();
      return 512
          + 16L * arrival.matched().size()
          + (event.newState() == null ? 0 : event.newState().length())
          + (event.oldState() == null ? 0 : event.oldState().length());
    }
  }
}
