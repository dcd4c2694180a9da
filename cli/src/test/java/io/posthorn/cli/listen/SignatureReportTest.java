package io.posthorn.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures as a receiver checks them, with the public vector of Standard Webhooks. */
final class SignatureReportTest {
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  static final String TIMESTAMP = "1614265330";
  static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  static final String BODY = "{\"test\": 2432232314}";
  static final Instant SIGNED_AT = Instant.ofEpochSecond(1_614_265_330);

  @Test
  void the_public_vector_is_verified() {
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, SIGNATURE, BODY)).isEqualTo("verified");
  }

  @ParameterizedTest
  @CsvSource({
    "300, verified",
    "-300, verified",
    "301, 'REJECTED (the signature is valid, but the timestamp is 5 minutes old)'",
    "-301, 'REJECTED (the signature is valid, but the timestamp is 5 minutes ahead)'"
  })
  void the_clocks_may_be_5_minutes_apart(long seconds, String verdict) {
    assertThat(check(SIGNED_AT.plusSeconds(seconds), ID, TIMESTAMP, SIGNATURE, BODY))
        .isEqualTo(verdict);
  }

  @Test
  void another_id_timestamp_body_or_signature_is_invalid() {
    String invalid = "REJECTED (no signature matches)";

    assertThat(check(SIGNED_AT, "msg_other", TIMESTAMP, SIGNATURE, BODY)).isEqualTo(invalid);
    assertThat(check(SIGNED_AT, ID, "1614265331", SIGNATURE, BODY)).isEqualTo(invalid);
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, SIGNATURE, BODY + " ")).isEqualTo(invalid);
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, SIGNATURE.replace('g', 'h'), BODY))
        .isEqualTo(invalid);
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, SIGNATURE.replace("v1,", "v2,"), BODY))
        .isEqualTo(invalid);
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, "v1,%%%", BODY)).isEqualTo(invalid);
  }

  @Test
  void any_of_several_signatures_and_secrets_is_accepted() {
    SignatureReport both = new SignatureReport(List.of(OTHER_SECRET, SECRET), at(SIGNED_AT));

    assertThat(check(SIGNED_AT, ID, TIMESTAMP, "v1,AAAA v1a,BBBB " + SIGNATURE, BODY))
        .isEqualTo("verified");
    assertThat(both.check(ID, TIMESTAMP, SIGNATURE, bytes()).toString()).isEqualTo("verified");
  }

  @Test
  void another_secret_is_invalid() {
    SignatureReport other = new SignatureReport(List.of(OTHER_SECRET), at(SIGNED_AT));

    assertThat(other.check(ID, TIMESTAMP, SIGNATURE, bytes()).verdict())
        .isEqualTo(SignatureReport.Verdict.REJECTED);
  }

  @Test
  void a_signature_without_id_or_timestamp_and_no_signature_are_rejected() {
    String malformed = "REJECTED (webhook-id or webhook-timestamp is missing or malformed)";

    assertThat(check(SIGNED_AT, null, TIMESTAMP, SIGNATURE, BODY)).isEqualTo(malformed);
    assertThat(check(SIGNED_AT, ID, null, SIGNATURE, BODY)).isEqualTo(malformed);
    assertThat(check(SIGNED_AT, ID, "soon", SIGNATURE, BODY)).isEqualTo(malformed);
    assertThat(check(SIGNED_AT, ID, TIMESTAMP, null, BODY))
        .isEqualTo("REJECTED (webhook-signature is missing)");
  }

  @Test
  void without_a_secret_a_signature_is_not_checked() {
    SignatureReport none = new SignatureReport(List.of(), at(SIGNED_AT));

    assertThat(none.check(ID, TIMESTAMP, SIGNATURE, bytes()).toString())
        .isEqualTo("signature not checked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_*"})
  void an_invalid_secret_is_refused_and_not_repeated(String secret) {
    assertThatThrownBy(() -> new SignatureReport(List.of(secret), at(SIGNED_AT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("A secret must be whsec_ and the Base64 of 24 to 64 bytes");
  }

  private static String check(
      Instant now,
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signature,
      String body) {
    return new SignatureReport(List.of(SECRET), at(now))
        .check(id, timestamp, signature, body.getBytes(StandardCharsets.UTF_8))
        .toString();
  }

  private static byte[] bytes() {
    return BODY.getBytes(StandardCharsets.UTF_8);
  }

  private static Clock at(Instant now) {
    return Clock.fixed(now, ZoneOffset.UTC);
  }
}
