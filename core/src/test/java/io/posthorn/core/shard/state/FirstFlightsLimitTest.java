package io.posthorn.core.shard.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.core.url.TargetUrl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A restart reads every message that an entry names, so entries name a limited number. */
final class FirstFlightsLimitTest {
  private static final long NOW = 1_000;
  private static final int A_TURN = FirstFlights.MOST / 2;

  private final InMemoryShardStore store = new InMemoryShardStore();
  private final Endpoints endpoints = new Endpoints(store, Rules.DEFAULT);
  private final Endpoint endpoint = open();
  private final FirstFlights flights = new FirstFlights(store);
  private int ids;

  @Test
  void the_oldest_entry_goes_when_entries_name_too_many_messages() {
    List<MessageId> first = turn(A_TURN);
    turn(A_TURN);
    assertThat(flights.takeOverdue(NOW)).isEmpty();
    turn(1);
    assertThat(flights.takeOverdue(NOW).keySet()).containsExactlyElementsOf(first);
    assertThat(flights.takeOverdue(NOW)).isEmpty();
  }

  @Test
  void messages_that_were_delivered_count_as_long_as_their_entry_is_there() {
    List<MessageId> first = turn(A_TURN);
    first.subList(1, A_TURN).forEach(flights::take);
    turn(A_TURN);
    turn(1);
    assertThat(flights.takeOverdue(NOW).keySet()).containsExactly(first.getFirst());
  }

  @Test
  void an_entry_that_was_removed_counts_no_more() {
    for (int i = 0; i < 4; i++) {
      turn(A_TURN).forEach(flights::take);
    }
    turn(A_TURN);
    assertThat(flights.takeOverdue(NOW)).isEmpty();
  }

  /** A turn that accepts messages and starts their requests. */
  private List<MessageId> turn(int messages) {
    List<MessageId> added = new ArrayList<>();
    FirstFlights.Leaving leaving = new FirstFlights.Leaving();
    for (int i = 0; i < messages; i++) {
      MessageId id = new MessageId(EventKey.of(NOW, 0, ++ids, 7), 0);
      leaving.add(id, endpoint);
      added.add(id);
    }
    flights.end(leaving, NOW);
    return added;
  }

  private Endpoint open() {
    TargetUrl url = TargetUrl.parse(ShardFixture.URL);
    return endpoints.open(
        url.endpointOf(ShardFixture.CUSTOMER), ShardFixture.CUSTOMER, url, new byte[0], NOW);
  }
}
