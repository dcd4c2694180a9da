package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ExampleReceiver.Language;
import io.posthorn.testkit.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example receivers, tested with the real server and with forged requests. */
@Tag("thorough")
@Timeout(180)
final class ExampleReceiversTest {
  private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
  private static final String OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
  private static final String BODY = "{\"state\":\"caf\u00e9\"}";

  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Platform platform = SERVER.platform();

  @ParameterizedTest
  @EnumSource
  void a_message_signed_with_its_secret_is_processed_once_and_others_are_refused(
      Language language) {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, SECRET)) {
      String code = "FOR_" + language;
      Platform.Subscription subscription = platform.subscribe(code, receiver.url().toString());

      // The endpoint still has its own secret, which the receiver does not know.
      String refused = platform.send(code);
      MessageDetails failed = awaitAttempts(refused, 1);
      assertThat(failed.attempts().getFirst().status()).isEqualTo(401);
      assertThat(failed.attempts().getFirst().success()).isFalse();
      assertThat(failed.status()).isEqualTo(DeliveryStatus.WAITING);

      platform.client().endpoints().setSecret(subscription.endpointId(), SECRET);
      String taken = platform.send(code);
      assertThat(platform.awaitDelivered(taken).attempts().getFirst().status()).isEqualTo(202);

      platform.client().messages().replay(taken);
      assertThat(awaitAttempts(taken, 2).attempts().getLast().status()).isEqualTo(200);
      Await.until("work", () -> !receiver.processedIds().isEmpty());
      assertThat(receiver.processedIds()).containsExactly(taken);
    }
  }

  @ParameterizedTest
  @EnumSource
  void forged_replayed_and_changed_messages_are_refused(Language language) throws Exception {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, SECRET)) {
      long now = Instant.now().getEpochSecond();
      String good = new Webhook(SECRET).sign("good", now, BODY);
      String foreign = new Webhook(OTHER).sign("good", now, BODY);

      assertThat(post(receiver, "good", now, foreign, BODY)).isEqualTo(401);
      assertThat(post(receiver, "good", now, good, BODY + " ")).isEqualTo(401);
      assertThat(post(receiver, "other", now, good, BODY)).isEqualTo(401);
      assertThat(post(receiver, "good", now + 1, good, BODY)).isEqualTo(401);
      assertThat(post(receiver, "good", now, good.replace("v1,", "v0,"), BODY)).isEqualTo(401);
      assertThat(post(receiver, "good", now, "v1,", BODY)).isEqualTo(401);
      for (long early : new long[] {now - 360, now + 360}) {
        String signature = new Webhook(SECRET).sign("early", early, BODY);
        assertThat(post(receiver, "early", early, signature, BODY)).isEqualTo(401);
      }
      long minutesAgo = now - 180;
      String late = new Webhook(SECRET).sign("late", minutesAgo, BODY);
      assertThat(post(receiver, "late", minutesAgo, late, BODY)).isEqualTo(202);
      // As during the rotation of a secret.
      assertThat(post(receiver, "good", now, foreign + " " + good, BODY)).isEqualTo(202);
      assertThat(post(receiver, "good", now, good, BODY)).isEqualTo(200);

      Await.until("work", () -> receiver.processedIds().size() == 2);
      assertThat(receiver.processedIds()).containsExactly("late", "good");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_body_of_2_mebibytes_is_accepted(Language language) throws Exception {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, SECRET)) {
      long now = Instant.now().getEpochSecond();
      String largest = "x".repeat(2 << 20);
      String signature = new Webhook(SECRET).sign("large", now, largest);

      assertThat(post(receiver, "large", now, signature, largest)).isEqualTo(202);
    }
  }

  private MessageDetails awaitAttempts(String message, int count) {
    Await.until(count + " attempts", () -> platform.message(message).attempts().size() == count);
    return platform.message(message);
  }

  private static int post(
      ExampleReceiver receiver, String id, long timestamp, String signature, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(receiver.url())
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(Await.TIMEOUT)
            .header("webhook-id", id)
            .header("webhook-timestamp", String.valueOf(timestamp))
            .header("webhook-signature", signature)
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
