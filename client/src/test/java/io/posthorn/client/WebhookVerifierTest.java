package io.posthorn.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.client.WebhookVerificationException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as a receiver verifies them, with the public vector of Standard Webhooks. */
final class WebhookVerifierTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final String TIMESTAMP = "1614265330";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  private static final String PUBLIC_KEY = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
  private static final String V1A =
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";
  private static final String BODY = "{\"test\": 2432232314}";
  private static final Instant SIGNED_AT = Instant.ofEpochSecond(1_614_265_330);

  private final WebhookVerifier verifier = at(SIGNED_AT, WebhookVerifier.of(SECRET));

  @Test
  void the_public_vector_is_genuine() {
    Map<String, String> headers =
        Map.of("webhook-id", ID, "webhook-timestamp", TIMESTAMP, "webhook-signature", SIGNATURE);

    assertThat(verifier.verify(headers::get, BODY.getBytes(StandardCharsets.UTF_8))).isEqualTo(ID);
  }

  @Test
  void the_public_vector_of_v1a_is_genuine_by_the_public_key() {
    WebhookVerifier publicly = at(SIGNED_AT, WebhookVerifier.of(PUBLIC_KEY));

    assertThat(verify(publicly, ID, TIMESTAMP, V1A, BODY)).isNull();
    assertThat(verify(publicly, ID, TIMESTAMP, SIGNATURE + " " + V1A, BODY)).isNull();
    assertThat(verify(verifier, ID, TIMESTAMP, SIGNATURE + " " + V1A, BODY)).isNull();
    assertThat(verify(publicly, ID, TIMESTAMP, V1A, BODY + " ")).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(publicly, ID, TIMESTAMP, SIGNATURE, BODY)).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, TIMESTAMP, V1A, BODY)).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(publicly, ID, TIMESTAMP, "v1a,AAAA v1a,%%%", BODY))
        .isEqualTo(Reason.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"whpk_", "whpk_AAAA", "whpk_%%%"})
  void a_public_key_of_another_length_is_refused(String key) {
    assertThatThrownBy(() -> WebhookVerifier.of(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32 bytes");
  }

  @Test
  void any_of_several_signatures_and_secrets_is_accepted() {
    WebhookVerifier both = at(SIGNED_AT, WebhookVerifier.of(OTHER_SECRET, SECRET));

    assertThat(verify(verifier, ID, TIMESTAMP, "v1,AAAA v1a,BBBB " + SIGNATURE, BODY)).isNull();
    assertThat(verify(both, ID, TIMESTAMP, SIGNATURE, BODY)).isNull();
  }

  @Test
  void another_id_timestamp_body_signature_or_secret_is_not() {
    assertThat(verify(verifier, "msg_other", TIMESTAMP, SIGNATURE, BODY))
        .isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, "1614265331", SIGNATURE, BODY)).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, TIMESTAMP, SIGNATURE, BODY + " ")).isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, TIMESTAMP, SIGNATURE.replace('g', 'h'), BODY))
        .isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, TIMESTAMP, SIGNATURE.replace("v1,", "v2,"), BODY))
        .isEqualTo(Reason.SIGNATURE);
    assertThat(verify(verifier, ID, TIMESTAMP, "v1,%%%", BODY)).isEqualTo(Reason.SIGNATURE);
    assertThat(
            verify(at(SIGNED_AT, WebhookVerifier.of(OTHER_SECRET)), ID, TIMESTAMP, SIGNATURE, BODY))
        .isEqualTo(Reason.SIGNATURE);
  }

  @Test
  void missing_or_malformed_headers_are_reported() {
    assertThat(verify(verifier, null, TIMESTAMP, SIGNATURE, BODY)).isEqualTo(Reason.HEADERS);
    assertThat(verify(verifier, ID, null, SIGNATURE, BODY)).isEqualTo(Reason.HEADERS);
    assertThat(verify(verifier, ID, "soon", SIGNATURE, BODY)).isEqualTo(Reason.HEADERS);
    assertThat(verify(verifier, ID, TIMESTAMP, null, BODY)).isEqualTo(Reason.HEADERS);
  }

  @Test
  void clocks_may_be_5_minutes_apart() {
    assertThat(after(300)).isNull();
    assertThat(after(-300)).isNull();
    assertThat(after(301)).isEqualTo(Reason.TIMESTAMP);
    assertThat(after(-301)).isEqualTo(Reason.TIMESTAMP);
  }

  @Test
  void the_tolerance_can_be_set() {
    WebhookVerifier strict = verifier.withTolerance(Duration.ofSeconds(10));

    assertThat(verify(at(SIGNED_AT.plusSeconds(11), strict), ID, TIMESTAMP, SIGNATURE, BODY))
        .isEqualTo(Reason.TIMESTAMP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_*"})
  void an_invalid_secret_is_refused_and_not_repeated(String secret) {
    assertThatThrownBy(() -> WebhookVerifier.of(secret))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("A secret must be whsec_ and the Base64 of 24 to 64 bytes");
  }

  private static WebhookVerifier at(Instant now, WebhookVerifier verifier) {
    return verifier.withClock(Clock.fixed(now, ZoneOffset.UTC));
  }

  private @Nullable Reason after(long seconds) {
    return verify(at(SIGNED_AT.plusSeconds(seconds), verifier), ID, TIMESTAMP, SIGNATURE, BODY);
  }

  private static @Nullable Reason verify(
      WebhookVerifier verifier,
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signature,
      String body) {
    WebhookVerificationException refused =
        catchThrowableOfType(
            WebhookVerificationException.class,
            () -> verifier.verify(id, timestamp, signature, body.getBytes(StandardCharsets.UTF_8)));
    return refused == null ? null : refused.reason();
  }
}
