package io.posthorn.e2e.receiving;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.e2e.client.Platform;
import io.posthorn.testkit.Await;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;

/** The behaviour of every example receiver, with the real server and with forged requests. */
public final class ReceiverContract {
  /** The secret that the receivers know. */
  public static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

  private static final String OTHER = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
  private static final String BODY = "{\"state\":\"caf\u00e9\"}";

  private ReceiverContract() {}

  /** Checks all of it. */
  public static void check(Platform platform, String code, ExampleReceiver receiver)
      throws Exception {
    receivesFromTheServer(platform, code, receiver);
    refusesForgedMessages(receiver);
    acceptsABodyOf2Mebibytes(receiver);
  }

  /** A message that is signed with its secret is processed once; others are refused. */
  public static void receivesFromTheServer(
      Platform platform, String code, ExampleReceiver receiver) {
    Platform.Subscription subscription = platform.subscribe(code, receiver.url().toString());

    // The endpoint still has its own secret, which the receiver does not know.
    String refused = platform.send(code);
    MessageDetails failed = awaitAttempts(platform, refused, 1);
    assertThat(failed.attempts().getFirst().status()).isEqualTo(401);
    assertThat(failed.attempts().getFirst().success()).isFalse();
    assertThat(failed.status()).isEqualTo(DeliveryStatus.WAITING);

    platform.client().endpoints().setSecret(subscription.endpointId(), SECRET);
    String taken = platform.send(code);
    assertThat(platform.awaitDelivered(taken).attempts().getFirst().status()).isEqualTo(202);

    platform.client().messages().replay(taken);
    assertThat(awaitAttempts(platform, taken, 2).attempts().getLast().status()).isEqualTo(200);
    Await.until("work", () -> !receiver.processedIds().isEmpty());
    assertThat(receiver.processedIds()).containsExactly(taken);
  }

  /** Forged, replayed, changed and old messages are refused. */
  public static void refusesForgedMessages(ExampleReceiver receiver) throws Exception {
    int before = receiver.processedIds().size();
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

    Await.until("work", () -> receiver.processedIds().size() == before + 2);
    assertThat(receiver.processedIds()).endsWith("late", "good");
  }

  /** The largest body is accepted. */
  public static void acceptsABodyOf2Mebibytes(ExampleReceiver receiver) throws Exception {
    long now = Instant.now().getEpochSecond();
    String largest = "x".repeat(2 << 20);
    String signature = new Webhook(SECRET).sign("large", now, largest);

    assertThat(post(receiver, "large", now, signature, largest)).isEqualTo(202);
  }

  private static MessageDetails awaitAttempts(Platform platform, String message, int count) {
    Await.until(count + " attempts", () -> platform.message(message).attempts().size() == count);
    return platform.message(message);
  }

  private static int post(
      ExampleReceiver receiver, String id, long timestamp, String signature, String body)
      throws Exception {
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
