package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.posthorn.client.EndpointCalls;
import io.posthorn.client.WebhookVerifier;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointSecret;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.NpmVerifier;
import io.posthorn.e2e.receiving.PypiVerifier;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Signatures, checked with the verifiers of Standard Webhooks. */
@Tag("thorough")
final class SignatureTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Platform platform = SERVER.platform();

  @Test
  void a_message_is_signed_with_its_endpoints_secret() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("SIGNED", receiver.url());

      platform.post("SIGNED");

      ReceivedRequest delivery = RecordingReceivers.awaitFirst(receiver);
      assertThat(accepted(subscription.signingSecret(), delivery)).isTrue();
      assertThat(accepted("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", delivery))
          .isFalse();
    }
  }

  @Test
  void after_rotations_each_secret_signs_until_its_promised_end() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("ROTATED", receiver.url());
      EndpointCalls endpoints = platform.client().endpoints();

      EndpointSecret rotated =
          endpoints.rotateSecret(subscription.endpointId(), Duration.ofHours(1));
      platform.post("ROTATED");
      ReceivedRequest during = RecordingReceivers.awaitFirst(receiver);
      assertThat(rotated.previousSecret()).isEqualTo(subscription.signingSecret());
      assertThat(accepted(subscription.signingSecret(), during)).isTrue();
      assertThat(accepted(rotated.secret(), during)).isTrue();

      EndpointSecret again =
          endpoints.rotateSecret(subscription.endpointId(), Duration.ofMillis(1));
      Await.until(
          "the end of the second overlap, during the first",
          () ->
              subscription
                  .signingSecret()
                  .equals(endpoints.secret(subscription.endpointId()).previousSecret()));
      platform.post("ROTATED");
      ReceivedRequest after = RecordingReceivers.await(receiver, 2).getLast();
      assertThat(accepted(again.secret(), after)).isTrue();
      assertThat(accepted(subscription.signingSecret(), after)).isTrue();
      assertThat(accepted(rotated.secret(), after)).isFalse();
    }
  }

  @Test
  void the_npm_package_standardwebhooks_accepts_a_message(@TempDir Path directory) {
    NpmVerifier verifier = NpmVerifier.install(directory);
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("NPM", receiver.url());

      platform.post("NPM");

      ReceivedRequest delivery = RecordingReceivers.awaitFirst(receiver);
      assertThat(verifier.verify(subscription.signingSecret(), delivery)).isEqualTo("verified");
      assertThat(verifier.verify("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", delivery))
          .contains("No matching signature found");
    }
  }

  @Test
  void the_pypi_package_standardwebhooks_accepts_a_message_also_with_both_signatures(
      @TempDir Path directory) {
    PypiVerifier verifier = PypiVerifier.install(directory);
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("PYPI", receiver.url());
      platform.post("PYPI");
      ReceivedRequest alone = RecordingReceivers.awaitFirst(receiver);
      assertThat(verifier.verify(subscription.signingSecret(), alone)).isEqualTo("verified");
      assertThat(verifier.verify("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", alone))
          .contains("No matching signature found");

      platform
          .client()
          .endpoints()
          .update(
              subscription.endpointId(), EndpointUpdate.builder().signatures("v1", "v1a").build());
      platform.post("PYPI");
      ReceivedRequest both = RecordingReceivers.await(receiver, 2).getLast();
      assertThat(both.header("webhook-signature")).contains("v1,", "v1a,");
      assertThat(verifier.verify(subscription.signingSecret(), both)).isEqualTo("verified");
    }
  }

  @Test
  void with_v1a_the_public_key_verifies_also_over_a_rotation() {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("PUBLIC", receiver.url());
      EndpointCalls endpoints = platform.client().endpoints();
      String key =
          publicKey(
              endpoints.update(
                  subscription.endpointId(), EndpointUpdate.builder().signatures("v1a").build()));

      platform.post("PUBLIC");
      ReceivedRequest alone = RecordingReceivers.awaitFirst(receiver);
      assertThat(alone.header("webhook-signature")).startsWith("v1a,").doesNotContain(" ");
      assertThat(isAcceptedByPosthorn(key, alone)).isTrue();
      assertThat(accepted(subscription.signingSecret(), alone)).isFalse();

      endpoints.rotateSecret(subscription.endpointId(), Duration.ofHours(1));
      String next = publicKey(endpoints.get(subscription.endpointId()));
      platform.post("PUBLIC");
      ReceivedRequest during = RecordingReceivers.await(receiver, 2).getLast();
      assertThat(next).isNotEqualTo(key);
      assertThat(isAcceptedByPosthorn(key, during)).isTrue();
      assertThat(isAcceptedByPosthorn(next, during)).isTrue();
    }
  }

  @Test
  void with_both_the_verifiers_of_standard_webhooks_accept_v1_and_node_verifies_v1a(
      @TempDir Path directory) {
    NpmVerifier verifier = NpmVerifier.install(directory);
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("BOTH", receiver.url());
      String key =
          publicKey(
              platform
                  .client()
                  .endpoints()
                  .update(
                      subscription.endpointId(),
                      EndpointUpdate.builder().signatures("v1", "v1a").build()));

      platform.post("BOTH");

      ReceivedRequest delivery = RecordingReceivers.awaitFirst(receiver);
      assertThat(accepted(subscription.signingSecret(), delivery)).isTrue();
      assertThat(verifier.verify(subscription.signingSecret(), delivery)).isEqualTo("verified");
      assertThat(verifier.verify(key, delivery)).isEqualTo("verified");
      assertThat(verifier.verify("whpk_" + "A".repeat(43) + "=", delivery))
          .contains("no signature matches");
    }
  }

  private static String publicKey(EndpointDetails endpoint) {
    return Objects.requireNonNull(Objects.requireNonNull(endpoint.auth()).publicKey());
  }

  /**
   * Returns whether the verifier of Standard Webhooks accepts it, and checks that Posthorn's
   * agrees.
   */
  private static boolean accepted(String secret, ReceivedRequest delivery) {
    boolean accepted = isAccepted(secret, delivery);
    assertThat(isAcceptedByPosthorn(secret, delivery)).isEqualTo(accepted);
    return accepted;
  }

  private static boolean isAcceptedByPosthorn(String secret, ReceivedRequest delivery) {
    try {
      WebhookVerifier.of(secret).verify(delivery::header, delivery.bytes());
      return true;
    } catch (io.posthorn.client.WebhookVerificationException e) {
      return false;
    }
  }

  private static boolean isAccepted(String secret, ReceivedRequest delivery) {
    try {
      new Webhook(secret).verify(delivery.body(), delivery.headers());
      return true;
    } catch (WebhookVerificationException e) {
      return false;
    } catch (EmptyWebhookSecretException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
