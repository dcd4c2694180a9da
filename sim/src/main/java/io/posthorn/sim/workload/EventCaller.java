package io.posthorn.sim.workload;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.world.SimulatedHost;
import io.posthorn.sim.world.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A caller who posts events, alone and in batches, and some of them twice. */
final class EventCaller {
  private static final List<String> CODES = List.of("PROJ", "TASK", "ISSUE");
  private static final List<String> TYPES = List.of(Event.CREATE, Event.UPDATE, Event.DELETE);
  private static final int UNMATCHED = 2_000;
  private static final JsonSlice EMPTY = JsonSlice.of("{}");

  private final World world;
  private final KnownIds known;
  private final RandomGenerator random;
  private final int largestBatch;
  private final int largestState;
  private final Map<String, List<Event>> posted = new TreeMap<>();
  private int keys;
  private int unmatched;

  EventCaller(World world, KnownIds known, RandomGenerator random, CustomerUrls customers) {
    this.world = world;
    this.known = known;
    this.random = random;
    this.largestBatch = customers.largestBatch();
    this.largestState = customers.largestState();
  }

  void post(String customerId) {
    int count = random.nextInt(5) == 0 ? random.nextInt(2, largestBatch) : 1;
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Event> theirs = posted.computeIfAbsent(customerId, c -> new ArrayList<>());
      boolean again = !theirs.isEmpty() && random.nextInt(12) == 0;
      events.add(again ? theirs.get(random.nextInt(theirs.size())) : make(customerId, theirs));
    }
    post(events);
  }

  /**
   * Posts a crowd of events that no subscription matches, each in a batch of its own size: sweeps
   * and lists have to get past them.
   */
  void postUnmatched(String customerId) {
    List<Event> crowd = new ArrayList<>();
    for (int left = UNMATCHED; left > 0; left--) {
      crowd.add(
          new Event(
              customerId,
              "u" + unmatched++,
              "UNHEARD",
              Event.UPDATE,
              null,
              Instant.ofEpochMilli(world.now()),
              null,
              EMPTY,
              null,
              null));
    }
    post(crowd);
  }

  /** Posts events as a server does: each gets its key and is matched before it is submitted. */
  void post(List<Event> events) {
    List<MatchedEvent> arrivals = new ArrayList<>();
    for (Event event : events) {
      EventKey key =
          EventKey.of(
              world.now(),
              SimulatedHost.IDENTITY.shard(),
              keys++,
              SimulatedHost.IDENTITY.installation());
      arrivals.add(
          new MatchedEvent(
              key,
              event,
              world.subscriptions().match(event).stream().map(Subscription::id).toList()));
    }
    world.submit(new Command.AcceptEvents(known.nextRequest(), arrivals));
  }

  private Event make(String customerId, List<Event> theirs) {
    String type = TYPES.get(random.nextInt(TYPES.size()));
    Event event =
        new Event(
            customerId,
            "e" + theirs.size(),
            CODES.get(random.nextInt(CODES.size())),
            type,
            random.nextInt(3) == 0 ? null : "o" + random.nextInt(4),
            Instant.ofEpochMilli(world.now()),
            null,
            type.equals(Event.DELETE) ? null : state(),
            type.equals(Event.CREATE) ? null : state(),
            null);
    theirs.add(event);
    return event;
  }

  private JsonSlice state() {
    int padding = random.nextInt(20) == 0 ? random.nextInt(largestState) : random.nextInt(40);
    return JsonSlice.of(
        "{\"n\":%d,\"pad\":\"%s\"}".formatted(random.nextInt(10), "x".repeat(padding)));
  }
}
