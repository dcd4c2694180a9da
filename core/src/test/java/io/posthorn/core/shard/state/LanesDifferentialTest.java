package io.posthorn.core.shard.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.lane.LaneMemory;
import io.posthorn.core.shard.layout.EndpointRecord;
import io.posthorn.core.shard.layout.LaneEntry;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lanes behave like a sorted map under random operations: the head is the first waiting entry,
 * and the floor is below all entries.
 */
final class LanesDifferentialTest {
  private static final int OPERATIONS = 3_000;

  private final InMemoryShardStore store = new InMemoryShardStore();
  private final Endpoints endpoints = new Endpoints(store, Rules.DEFAULT);
  private final Lanes lanes =
      new Lanes(store, endpoints, new ObjectQueues(store), new RetrySchedule(1_000_000, 1, 0));
  private final TreeMap<LanePosition, Message> waiting = new TreeMap<>();
  private final TreeMap<LanePosition, Flight> inFlight = new TreeMap<>();
  private Endpoint endpoint = open();
  private long clock = 1_000;
  private int ids;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void the_head_of_a_lane_is_the_first_that_waits(long seed) {
    Random random = new Random(seed);
    // Some runs are mostly short lanes, some mostly long ones: windows that are never full, and
    // windows that always are.
    int adds = 2 + random.nextInt(4);
    for (int i = 0; i < OPERATIONS; i++) {
      operate(random, adds);
      check(i);
    }
  }

  private void operate(Random random, int adds) {
    int choice = random.nextInt(12);
    if (choice < adds) {
      for (int i = random.nextInt(random.nextInt(20) == 0 ? 200 : 3); i >= 0; i--) {
        add(random);
      }
    } else if (choice < 8) {
      startHead();
    } else if (choice == 8) {
      cancelAny(random);
    } else if (choice == 9) {
      requestEnded(random);
    } else if (choice == 10) {
      endpoint.queue(Lane.RETRY).raiseFloor(endpoint.earliestInFlight(Lane.RETRY));
    } else if (random.nextInt(3) > 0) {
      lanes.forget(endpoint);
    } else if (random.nextInt(3) > 0) {
      lanes.end(clock); // of a turn
    } else {
      lanes.end(clock);
      restart();
    }
  }

  private void add(Random random) {
    clock += random.nextInt(3);
    long due = clock + (random.nextInt(4) == 0 ? -random.nextInt(50) : random.nextInt(100));
    MessageId id = new MessageId(EventKey.of(clock, 0, ++ids, 7), 0);
    Message message =
        Message.fresh(id, endpoint.id(), new SubscriptionId(1, 1), Rendering.DEFAULT)
            .retryAt(1, due);
    lanes.enqueue(endpoint, message, true);
    waiting.put(message.position(), message);
  }

  private void startHead() {
    LaneEntry head = lanes.head(endpoint, Lane.RETRY);
    if (head == null || inFlight.size() == 32) {
      return;
    }
    Message message = Objects.requireNonNull(waiting.remove(head.position()));
    AttemptTicket ticket =
        new AttemptTicket(endpoint.id(), message.id(), 1, 1, Lane.RETRY, false, clock);
    Flight flight = new Flight(ticket, message, 1);
    endpoint.requestStarted(flight, clock);
    inFlight.put(message.position(), flight);
  }

  private void cancelAny(Random random) {
    if (!waiting.isEmpty()) {
      long time = clock + random.nextInt(200) - 100;
      LanePosition near = waiting.floorKey(new LanePosition(time, waiting.firstKey().message()));
      Message message =
          Objects.requireNonNull(waiting.get(near == null ? waiting.lastKey() : near));
      lanes.dequeue(endpoint, message);
      waiting.remove(message.position());
    }
  }

  private void requestEnded(Random random) {
    if (!inFlight.isEmpty()) {
      Flight flight = any(random, List.copyOf(inFlight.values()));
      inFlight.remove(flight.message().position());
      endpoint.requestEnded(flight);
      lanes.dequeue(endpoint, flight.message());
    }
  }

  /** The process dies: what was in flight waits again. */
  private void restart() {
    EndpointRecord stored =
        EndpointRecord.decode(endpoint.id(), endpoint.stored().encode(), Rules.DEFAULT.circuit());
    stored.readState(endpoint.encodeState());
    endpoint = new Endpoint(stored, LaneMemory.NONE, endpoint.customer(), endpoint.host());
    inFlight.forEach((position, flight) -> waiting.put(position, flight.message()));
    inFlight.clear();
  }

  private void check(int operation) {
    long floor = endpoint.queue(Lane.RETRY).floor();
    for (TreeMap<LanePosition, ?> there : List.of(waiting, inFlight)) {
      if (!there.isEmpty()) {
        assertThat(floor)
            .as("floor after %d", operation)
            .isLessThanOrEqualTo(there.firstKey().at());
      }
    }
    if (operation % 3 == 0) { // not always: reading changes what is known
      LaneEntry head = lanes.head(endpoint, Lane.RETRY);
      LanePosition expected = waiting.isEmpty() ? null : waiting.firstKey();
      assertThat(head == null ? null : head.position())
          .as("after %d", operation)
          .isEqualTo(expected);
    }
    assertThat(endpoint.waiting(Lane.RETRY)).isEqualTo(waiting.size() + inFlight.size());
  }

  private Endpoint open() {
    TargetUrl url = TargetUrl.parse(ShardFixture.URL);
    return endpoints.open(
        url.endpointOf(ShardFixture.CUSTOMER), ShardFixture.CUSTOMER, url, new byte[0], 1_000);
  }

  private static <T> T any(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
