package io.posthorn.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.harness.Api;
import io.posthorn.e2e.harness.Heard;
import io.posthorn.e2e.harness.Patience;
import io.posthorn.e2e.harness.Platform;
import io.posthorn.e2e.harness.Receiver;
import io.posthorn.e2e.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of one installation: any of them answers for both, and one that dies loses nothing. */
@EnabledIfSystemProperty(named = "posthorn.engine", matches = "kafka")
final class TwoNodesTest {
  private static final int RECEIVERS = 6;
  private static final int EVENTS = 10;
  private static final int PARTITIONS = 4;

  @TempDir private Path directory = Path.of("");

  @Test
  void any_node_answers_for_all_and_one_that_dies_loses_nothing() throws IOException {
    try (ServerProcess one = node("one").start();
        ServerProcess two = node("two").start();
        Receiver receiver = new Receiver()) {
      Platform first = new Platform(one.api());
      for (int i = 0; i < RECEIVERS; i++) {
        first.subscribe("TWO", receiver.url("/" + i));
      }

      List<String> events = new ArrayList<>();
      for (int i = 0; i < EVENTS; i++) {
        events.add(new Platform(i % 2 == 0 ? one.api() : two.api()).post("TWO"));
      }
      for (String event : events) {
        awaitDelivered(one.api(), event);
        awaitDelivered(two.api(), event);
      }
      assertThat(ids(one.api(), "/api/v1/endpoints")).hasSize(RECEIVERS);
      assertThat(ids(two.api(), "/api/v1/endpoints"))
          .isEqualTo(ids(one.api(), "/api/v1/endpoints"));
      assertThat(ids(two.api(), "/api/v1/messages?limit=1000"))
          .hasSize(RECEIVERS * EVENTS)
          .isEqualTo(ids(one.api(), "/api/v1/messages?limit=1000"));
      assertThat(ids(two.api(), "/api/v1/events")).hasSize(EVENTS);

      assertThat(shards(one.api()) + shards(two.api())).isEqualTo(PARTITIONS);

      two.kill9();
      String last = first.post("TWO");
      awaitDelivered(one.api(), last);
      Heard whole = one.api().get("/api/v1/messages?limit=1000").expect(200);
      assertThat(whole.json().has("incomplete")).isFalse();
      assertThat(whole.json().at("/data")).hasSize(RECEIVERS * (EVENTS + 1));
      assertThat(shards(one.api())).isEqualTo(PARTITIONS);
    }
  }

  /** A node of the same installation, with files of its own. */
  private ServerProcess node(String name) throws IOException {
    return ServerProcess.in(Files.createDirectory(directory.resolve(name)))
        .with("kafka.topic-prefix", "two-nodes")
        .with("kafka.partitions", String.valueOf(PARTITIONS));
  }

  private static void awaitDelivered(Api api, String event) {
    Patience.until(
        event + " delivered",
        () -> {
          Heard heard = api.get("/api/v1/events/" + event);
          return heard.status() == 200
              && heard.json().findValuesAsText("status").stream()
                      .filter("delivered"::equals)
                      .count()
                  == RECEIVERS;
        });
  }

  /** How many shards run on a node, as its metrics tell. */
  private static int shards(Api api) {
    return api.get("/metrics")
        .expect(200)
        .text()
        .lines()
        .filter(line -> line.startsWith("posthorn_shards "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  private static List<String> ids(Api api, String list) {
    List<String> ids = new ArrayList<>();
    api.get(list).expect(200).json().at("/data").forEach(one -> ids.add(one.at("/id").asText()));
    return ids;
  }
}
