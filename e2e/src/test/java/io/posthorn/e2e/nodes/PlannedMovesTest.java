package io.posthorn.e2e.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.ResultPage;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.EndpointFilter;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Planned moves of shards between processes under load: what is in flight is recorded before a
 * shard leaves, so nothing is sent twice.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "posthorn.engine", matches = "kafka")
final class PlannedMovesTest {
  private static final int RECEIVERS = 6;
  private static final int EVENTS = 150;

  /** Long enough that requests are in flight when a shard moves. */
  private static final Duration RESPONSE = Duration.ofMillis(400);

  /** The time limit for all deliveries of a part. */
  private static final Duration LONGEST = Duration.ofMinutes(3);

  @Test
  void a_node_that_gets_SIGTERM_and_one_that_joins_again_cause_no_second_request(
      @TempDir Path directory) throws Exception {
    try (TwoNodes nodes = TwoNodes.start(directory, Map.of("kafka.topic-prefix", "planned-moves"));
        HttpReceiver receiver =
            RecordingReceivers.start().behaveAs(PlannedResponse.OK.after(RESPONSE));
        RetryingPosters posters = new RetryingPosters(List.of(Api.of(nodes.one())))) {
      Platform platform = new Platform(Api.of(nodes.one()));
      for (int i = 0; i < RECEIVERS; i++) {
        platform.subscribe("STOP", receiver.url("/stop/" + i));
        platform.subscribe("JOIN", receiver.url("/join/" + i));
      }
      Await.until("shards on both", () -> TwoNodes.shards(Api.of(nodes.two())) > 0);

      List<Future<?>> posts = posters.post("STOP", EVENTS);
      Await.until(
          "requests in flight of the node that stops",
          () -> posters.accepted().size() > EVENTS / 3 && inFlight(nodes) > 0);
      assertThat(nodes.two().stop()).isZero();
      allSentOnce(posts, nodes, receiver, EVENTS);

      posts = posters.post("JOIN", EVENTS);
      Await.until("load", () -> posters.accepted().size() > EVENTS + EVENTS / 3);
      nodes.two().start();
      Await.until("shards on both again", () -> TwoNodes.shards(Api.of(nodes.two())) > 0);
      allSentOnce(posts, nodes, receiver, 2 * EVENTS);
    }
  }

  private static int inFlight(TwoNodes nodes) {
    return TwoNodes.metric(Api.of(nodes.two()), "posthorn_in_flight_requests");
  }

  private static void allSentOnce(
      List<Future<?>> posts, TwoNodes nodes, HttpReceiver receiver, int events) throws Exception {
    for (Future<?> post : posts) {
      post.get();
    }
    int messages = events * RECEIVERS;
    Await.until("all delivered", LONGEST, () -> successes(nodes) == messages);
    assertThat(receiver.requests())
        .extracting(ReceivedRequest::id)
        .doesNotHaveDuplicates()
        .hasSize(messages)
        .containsExactlyInAnyOrderElementsOf(delivered(nodes));
  }

  private static long successes(TwoNodes nodes) {
    return Api.of(nodes.one()).client().endpoints().list(EndpointFilter.all()).stream()
        .mapToLong(EndpointSummary::successes)
        .sum();
  }

  private static Set<String> delivered(TwoNodes nodes) {
    MessageFilter filter = MessageFilter.builder().status(DeliveryStatus.DELIVERED).build();
    Set<String> ids = new HashSet<>();
    for (ResultPage<MessageSummary> page :
        Api.of(nodes.one()).client().messages().list(filter).pageSize(1_000).pages()) {
      page.data().forEach(message -> ids.add(message.id()));
    }
    return ids;
  }
}
