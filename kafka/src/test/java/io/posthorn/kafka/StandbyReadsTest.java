package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.read.CopyReads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Reads of shards whose node does not respond, from their standby copies on a real broker. */
final class StandbyReadsTest extends BrokerTest {
  private static final int SUBSCRIPTIONS = 24;
  private static final int EVENTS = 10;

  @Test
  void while_a_node_does_not_respond_its_shards_are_read_from_copies_here_and_elsewhere()
      throws Exception {
    try (Cluster cluster = new Cluster(broker, directory, "copies")) {
      cluster.configured = builder -> builder.standbys(1);
      RunningNode silent = cluster.add("c-silent");
      RunningNode two = cluster.add("c-two");
      RunningNode three = cluster.add("c-three");
      cluster.awaitRunning();
      await()
          .atMost(SOON)
          .until(
              () ->
                  !silent.metrics().shards().isEmpty()
                      && silent.metrics().standbys()
                              + two.metrics().standbys()
                              + three.metrics().standbys()
                          == Cluster.SHARDS);
      for (int i = 1; i <= SUBSCRIPTIONS; i++) {
        Subscription subscription = KafkaSamples.subscription(i, "TASK");
        two.execute(r -> new Command.CreateSubscription(r, subscription, new byte[] {1}))
            .get(60, TimeUnit.SECONDS);
      }
      for (int i = 0; i < EVENTS; i++) {
        two.accept(List.of(KafkaSamples.event("e" + i, "TASK"))).get(30, TimeUnit.SECONDS);
      }
      await().atMost(SOON).until(() -> cluster.received.size() == SUBSCRIPTIONS * EVENTS);
      await().atMost(SOON).until(() -> silent.metrics().inFlight() == 0);

      cluster.silence("c-silent");

      // It has shards of four; each of the others has a copy of at most some of them.
      for (RunningNode reader : List.of(two, three)) {
        CopyReads copies = new CopyReads();
        List<String> missed = new ArrayList<>();
        await()
            .atMost(SOON)
            .untilAsserted(
                () -> {
                  missed.clear();
                  assertThat(copies.allow(() -> successes(reader, missed)))
                      .isEqualTo(SUBSCRIPTIONS * EVENTS);
                });
        assertThat(missed).isEmpty();
        assertThat(copies.used()).isTrue();

        assertThat(successes(reader, missed)).isLessThan(SUBSCRIPTIONS * EVENTS);
        assertThat(missed).as("a call that decides something").isNotEmpty();
      }
    }
  }

  /** The deliveries of all endpoints, as one node sees them. */
  private static long successes(RunningNode node, List<String> missed) {
    return node.reads()
        .<Long>readMerged(
            missed::add,
            view -> {
              EndpointReader reader = new EndpointReader(view, Rules.DEFAULT.circuit());
              long sum = 0;
              for (int i = 1; i <= SUBSCRIPTIONS; i++) {
                EndpointId endpoint = KafkaSamples.subscription(i, "TASK").endpointId();
                EndpointView found =
                    reader.get(KafkaSamples.CUSTOMER, endpoint, System.currentTimeMillis());
                sum += found == null ? 0 : found.successes();
              }
              return sum;
            });
  }
}
