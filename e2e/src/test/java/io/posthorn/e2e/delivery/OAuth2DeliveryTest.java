package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.client.ApiErrorException;
import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** OAuth2 client credentials, with a token server and a receiver that demands its tokens. */
@Tag("thorough")
final class OAuth2DeliveryTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with("retry.unit", "200ms");

  private static final int BACKLOG = 10_000;
  private static final int AT_ONCE = 100;

  private final Platform platform = SERVER.platform();

  /** Each token has a number, and only the last one is valid. */
  private final AtomicInteger issued = new AtomicInteger();

  private final Behaviour issuing =
      request ->
          PlannedResponse.status(200)
              .body(
                  "{\"access_token\":\"token-%d\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
                      .formatted(issued.incrementAndGet()));

  private Behaviour demanding(AtomicInteger valid) {
    return request ->
        request.header("Authorization").equals("Bearer token-" + valid.get())
            ? PlannedResponse.OK
            : PlannedResponse.status(401);
  }

  private EndpointDetails authorize(Platform.Subscription subscription, String tokenUrl) {
    return platform
        .client()
        .endpoints()
        .update(
            subscription.endpointId(),
            EndpointUpdate.builder()
                .oauth2(tokenUrl, "posthorn", "client-secret-1", "write", null)
                .build());
  }

  @Test
  void messages_carry_a_token_and_a_revoked_one_is_replaced_at_the_next_attempt()
      throws IOException {
    AtomicInteger valid = new AtomicInteger(1);
    try (HttpReceiver tokens = HttpReceiver.builder().behaviour(issuing).start();
        HttpReceiver receiver = HttpReceiver.builder().behaviour(demanding(valid)).start()) {
      Platform.Subscription subscription = platform.subscribe("GUARDED", receiver.url());
      EndpointDetails.OAuth2 shown =
          Objects.requireNonNull(
              Objects.requireNonNull(authorize(subscription, tokens.url("/token")).auth())
                  .oauth2());
      assertThat(shown.clientId()).isEqualTo("posthorn");
      assertThat(shown.noTokenUntil()).isNull();

      for (int i = 0; i < 5; i++) {
        platform.awaitDelivered(platform.send("GUARDED"));
      }
      assertThat(tokens.requests()).hasSize(1);
      ReceivedRequest fetch = tokens.requests().getFirst();
      assertThat(fetch.body()).isEqualTo("grant_type=client_credentials&scope=write");
      assertThat(fetch.header("Authorization")).isEqualTo("Basic cG9zdGhvcm46Y2xpZW50LXNlY3JldC0x");

      valid.set(2); // the receiver no longer accepts the first one
      MessageDetails retried = platform.awaitDelivered(platform.send("GUARDED"));
      assertThat(retried.attempts()).extracting(AttemptDetails::status).containsExactly(401, 200);
      assertThat(tokens.requests()).hasSize(2);
    }
  }

  @Test
  void a_dead_token_server_costs_one_attempt_and_not_one_for_each_message() throws IOException {
    try (HttpReceiver receiver = HttpReceiver.start()) {
      int dead;
      try (HttpReceiver closed = HttpReceiver.start()) {
        dead = closed.port();
      }
      Platform.Subscription subscription = platform.subscribe("DEAD", receiver.url());
      authorize(subscription, "http://127.0.0.1:" + dead + "/token");
      long began = System.nanoTime();
      String first = platform.send("DEAD");

      Await.until("a failed attempt", () -> !platform.message(first).attempts().isEmpty());

      AttemptDetails attempt = platform.message(first).attempts().getFirst();
      assertThat(attempt.errorName()).isEqualTo("auth");
      assertThat(attempt.errorText()).contains("No access token", "refused");
      String later = platform.send("DEAD");
      assertThat(platform.message(later).summary().waitsForName()).isEqualTo("accessToken");
      for (int posted = 0; posted < BACKLOG; posted += AT_ONCE) {
        platform.post("DEAD", AT_ONCE);
      }
      Await.until("a backlog", () -> waiting(subscription) == BACKLOG + 2);
      EndpointDetails endpoint = platform.endpoint(subscription.endpointId());
      // One attempt for each wait: one, and on a slow machine a second one after a minute.
      long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
      assertThat(endpoint.summary().failures()).isBetween(1L, 1 + minutes);
      assertThat(
              Objects.requireNonNull(Objects.requireNonNull(endpoint.auth()).oauth2())
                  .noTokenUntil())
          .isNotNull();
      assertThat(receiver.requests()).isEmpty();

      try (HttpReceiver tokens = HttpReceiver.builder().behaviour(issuing).start()) {
        authorize(subscription, tokens.url("/token"));
        platform.awaitDelivered(later);
        platform.awaitDelivered(first);
        assertThat(tokens.requests()).hasSize(1);
        platform.client().subscriptions().delete(subscription.id()); // and what still waits
      }
    }
  }

  private long waiting(Platform.Subscription subscription) {
    var waiting = platform.endpoint(subscription.endpointId()).summary().waiting();
    return waiting.first() + waiting.retry();
  }

  static List<Arguments> badTokenServers() {
    PlannedResponse good = PlannedResponse.status(200).body("{\"access_token\":\"token-1\"}");
    return List.of(
        Arguments.of("SLOW", good.after(Duration.ofSeconds(8)), "No response within 5000 ms"),
        Arguments.of(
            "GARBAGE",
            PlannedResponse.status(200).body("<html>token-1</html>"),
            "its response is not a JSON object"),
        Arguments.of(
            "REDIRECTING",
            PlannedResponse.status(307).header("Location", "/elsewhere"),
            "it responded with status 307; redirects are not followed"),
        Arguments.of(
            "REFUSING",
            PlannedResponse.status(401).body("{\"error\":\"invalid_client\"}"),
            "it responded with status 401"));
  }

  @ParameterizedTest
  @MethodSource("badTokenServers")
  void an_attempt_says_what_is_wrong_with_the_token_server(
      String objCode, PlannedResponse response, String reason) throws IOException {
    try (HttpReceiver tokens =
            HttpReceiver.builder().behaviour(Behaviour.always(response)).start();
        HttpReceiver receiver = HttpReceiver.start()) {
      Platform.Subscription subscription = platform.subscribe(objCode, receiver.url());
      authorize(subscription, tokens.url("/token"));

      String message = platform.send(objCode);

      Await.until("a failed attempt", () -> !platform.message(message).attempts().isEmpty());
      AttemptDetails attempt = platform.message(message).attempts().getFirst();
      assertThat(attempt.errorName()).isEqualTo("auth");
      assertThat(attempt.errorText())
          .contains("No access token from the token server 127.0.0.1", reason)
          .doesNotContain("token-1");
      assertThat(tokens.requests()).extracting(ReceivedRequest::path).containsOnly("/token");
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void an_endpoint_has_either_a_client_or_subscriptions_with_tokens() throws IOException {
    try (HttpReceiver receiver = HttpReceiver.start()) {
      Platform.Subscription subscription = platform.subscribe("EITHER", receiver.url());
      authorize(subscription, receiver.url("/token"));
      assertRefused(
          () ->
              platform.subscribe(
                  NewSubscription.builder("OR", "*", receiver.url()).authToken("secret-1").build()),
          "/authToken");

      String other = receiver.url("/other");
      Platform.Subscription withToken =
          platform.subscribe(
              NewSubscription.builder("OR", "*", other).authToken("secret-1").build());
      assertRefused(() -> authorize(withToken, receiver.url("/token")), "/auth/oauth2");
    }
  }

  private static void assertRefused(ThrowingCallable call, String pointer) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiErrorException.class,
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.errors().getFirst().pointer()).isEqualTo(pointer);
            });
  }
}
