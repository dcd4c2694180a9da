package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class LeaderElectionTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void one_of_two_nodes_is_elected_and_the_other_one_after_it_has_left(@TempDir Path directory)
      throws Exception {
    try (KafkaBroker broker = KafkaBroker.start(directory);
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(List.of(new NewTopic("elected", 1, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
      Map<String, Object> client =
          new Clients(
                  NodeSettings.builder(broker.bootstrapServers(), directory, "127.0.0.1:1").build())
              .reader();
      try (LeaderElection one = new LeaderElection(client, "group", "elected");
          LeaderElection two = new LeaderElection(client, "group", "elected")) {
        // The second one to join makes the group assign anew, and for a moment no node is elected.
        await().atMost(LONG).until(() -> round(one) + round(two) == 1 && bothAreMembers(admin));
        LeaderElection first = one.elected() ? one : two;
        LeaderElection second = one.elected() ? two : one;
        assertThat(round(first)).isEqualTo(1);
        assertThat(round(second)).isEqualTo(0);

        first.close();
        assertThat(first.elected()).isFalse();
        await().atMost(LONG).until(() -> round(second) == 1);
      }
    }
  }

  private static boolean bothAreMembers(Admin admin) throws Exception {
    ConsumerGroupDescription group =
        admin.describeConsumerGroups(List.of("group")).all().get(60, TimeUnit.SECONDS).get("group");
    return group != null && group.groupState() == GroupState.STABLE && group.members().size() == 2;
  }

  private static int round(LeaderElection node) {
    node.run();
    return node.elected() ? 1 : 0;
  }
}
