package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.ApiAnswer;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Patience;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Expire and replay, where a message lives for 350 ms. */
final class ShortLifeTest {
  @RegisterExtension
  static final RunningServer SERVER = RunningServer.with("retry.unit", "50ms", "retry.limit", "3");

  private final Platform platform = SERVER.platform();

  @Test
  void a_message_that_is_held_up_to_its_last_slot_is_dropped_as_expired_without_an_attempt() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("EXPIRE", receiver.url());
      pause(subscription);

      ApiAnswer record = platform.awaitMessage(platform.send("EXPIRE"), "dropped");

      assertThat(record.at("/reason")).isEqualTo("expired");
      assertThat(record.json().get("attempts")).isEmpty();
      assertThat(record.instant("/endedAt"))
          .isAfterOrEqualTo(record.instant("/acceptedAt").plusMillis(350));
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void a_replay_sends_an_ended_message_again_with_the_same_id_and_a_fresh_schedule() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      platform.subscribe("REPLAY", receiver.url());
      String message = platform.send("REPLAY");
      ApiAnswer dropped = platform.awaitMessage(message, "dropped");
      assertThat(dropped.at("/reason")).isEqualTo("retries_exhausted");
      receiver.behaveAs(PlannedResponse.OK);

      ApiAnswer replayed =
          platform.api().post("/api/v1/messages/" + message + "/replay").expect(200);

      assertThat(replayed.instant("/scheduledFrom")).isAfter(dropped.instant("/scheduledFrom"));
      ApiAnswer delivered = platform.awaitMessage(message, "delivered");
      int before = dropped.json().get("attempts").size();
      assertThat(delivered.at("/attempts/" + before + "/number"))
          .isEqualTo(Integer.toString(before + 1));
      assertThat(receiver.requests()).extracting(ReceivedRequest::id).containsOnly(message);
    }
  }

  @Test
  void a_replay_of_many_says_beforehand_how_many_and_then_how_far_it_is() {
    try (HttpReceiver receiver = RecordingReceivers.start().behaveAs(PlannedResponse.status(500))) {
      Platform.Subscription subscription = platform.subscribe("MANY", receiver.url());
      List<String> messages = platform.post("MANY", 20).stream().map(platform::messageOf).toList();
      messages.forEach(message -> platform.awaitMessage(message, "dropped"));
      int before = receiver.requests().size();
      receiver.behaveAs(PlannedResponse.OK);
      String wish =
          """
          "endpoint": "%s", "status": "dropped",
          "from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"\
          """
              .formatted(subscription.endpointId());

      ApiAnswer preview = finished(start("{%s, \"preview\": true}".formatted(wish)));
      assertThat(preview.at("/taken")).isEqualTo("20");
      assertThat(receiver.requests()).hasSize(before);

      ApiAnswer replay = finished(start("{%s}".formatted(wish)));
      assertThat(replay.at("/taken")).isEqualTo("20");
      messages.forEach(message -> platform.awaitMessage(message, "delivered"));
    }
  }

  private String start(String body) {
    return platform.api().post("/api/v1/replays", body).expect(202).at("/id");
  }

  private ApiAnswer finished(String id) {
    String path = "/api/v1/replays/" + id;
    Patience.until("replay " + id, () -> platform.api().get(path).at("/finished").equals("true"));
    return platform.api().get(path);
  }

  private void pause(Platform.Subscription subscription) {
    platform.api().post("/api/v1/endpoints/" + subscription.endpointId() + "/pause").expect(200);
  }
}
