package io.posthorn.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.environment.SelfSigned;
import io.posthorn.e2e.receiving.CertifiedReceiver;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client certificate of an endpoint, with a receiver that demands one. */
@Tag("thorough")
final class MutualTlsTest {
  private static final SelfSigned OF_RECEIVER = certificate();
  private static final SelfSigned FIRST = certificate();
  private static final SelfSigned RENEWED = certificate();

  @RegisterExtension
  static final RunningServer SERVER =
      RunningServer.with("delivery.trusted-ca", OF_RECEIVER.certificate().toString());

  private final Platform platform = SERVER.platform();

  private static SelfSigned certificate() {
    try {
      return SelfSigned.in(Files.createTempDirectory("posthorn-certificate"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EndpointDetails present(Platform.Subscription subscription, SelfSigned certificate) {
    try {
      return platform
          .client()
          .endpoints()
          .update(
              subscription.endpointId(),
              EndpointUpdate.builder()
                  .clientCertificate(
                      Files.readString(certificate.certificate()),
                      Files.readString(certificate.key()))
                  .build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void each_endpoint_presents_its_own_certificate_and_one_without_is_refused() throws IOException {
    try (CertifiedReceiver receiver =
        CertifiedReceiver.start(OF_RECEIVER.trusting(FIRST, RENEWED))) {
      Platform.Subscription with = platform.subscribe("WITH", receiver.url("/with"));
      platform.subscribe("WITHOUT", receiver.url("/without"));
      present(with, FIRST);

      platform.awaitDelivered(platform.send("WITH"));
      String refused = platform.send("WITHOUT");
      Await.until("a failed attempt", () -> !platform.message(refused).attempts().isEmpty());

      AttemptDetails attempt = platform.message(refused).attempts().getFirst();
      assertThat(attempt.errorName()).isEqualTo("tls");
      assertThat(receiver.requests())
          .containsExactly(new CertifiedReceiver.Certified("/with", FIRST.x509()));

      present(with, RENEWED);
      platform.awaitDelivered(platform.send("WITH"));
      assertThat(receiver.requests().getLast().client()).isEqualTo(RENEWED.x509());
    }
  }

  /** The certificates of this test end within two days. */
  @Test
  void its_expiry_is_shown_and_an_operational_event_comes() throws IOException {
    try (HttpReceiver events = RecordingReceivers.start();
        CertifiedReceiver receiver = CertifiedReceiver.start(OF_RECEIVER.trusting(FIRST))) {
      platform.subscribe(
          NewSubscription.builder("POSTHORN_ENDPOINT", "certificate_expiring", events.url())
              .build());
      Platform.Subscription subscription = platform.subscribe("ENDING", receiver.url("/ending"));

      EndpointDetails changed = present(subscription, FIRST);

      EndpointDetails.Certificate shown =
          Objects.requireNonNull(Objects.requireNonNull(changed.auth()).clientCertificate());
      assertThat(shown.subject()).isEqualTo("CN=127.0.0.1");
      assertThat(shown.expiresAt()).isEqualTo(FIRST.x509().getNotAfter().toInstant());
      ReceivedRequest event = RecordingReceivers.awaitFirst(events);
      assertThat(event.body())
          .contains(subscription.endpointId(), "\"certificateExpiresAt\":\"" + shown.expiresAt());
      MessageDetails delivered = platform.awaitDelivered(platform.send("ENDING"));
      assertThat(delivered.attempts()).hasSize(1);
    }
  }
}
