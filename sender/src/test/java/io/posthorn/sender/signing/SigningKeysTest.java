package io.posthorn.sender.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.endpoint.Signatures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The signatures of one generation of keys, by the reference vectors of Standard Webhooks. */
final class SigningKeysTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String KEY =
      "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
  private static final String V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  private static final String V1A =
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";
  private static final Signatures BOTH = new Signatures(true, true);
  private static final Signatures ASYMMETRIC = new Signatures(false, true);

  private static String sign(String text, Signatures kinds) {
    return SigningKeys.parse(text)
        .sign(
            kinds,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            "{\"test\": 2432232314}".getBytes(UTF_8));
  }

  @Test
  void v1_v1a_and_both_give_the_reference_signatures() {
    assertThat(sign(SECRET + " " + KEY, Signatures.DEFAULT)).isEqualTo(V1);
    assertThat(sign(SECRET + " " + KEY, ASYMMETRIC)).isEqualTo(V1A);
    assertThat(sign(SECRET + " " + KEY, BOTH)).isEqualTo(V1 + " " + V1A);
  }

  @Test
  void a_generation_from_before_v1a_signs_with_its_secret() {
    assertThat(sign(SECRET, ASYMMETRIC)).isEqualTo(V1);
    assertThat(sign(SECRET, BOTH)).isEqualTo(V1);
    assertThat(SigningKeys.parse(SECRET).publicKey()).isEmpty();
  }

  @Test
  void the_public_key_is_the_second_half() {
    assertThat(SigningKeys.parse(SECRET + " " + KEY).publicKey())
        .contains("whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=");
    assertThat(SigningKeys.parse(SECRET + " " + KEY).secret()).isEqualTo(SECRET);
  }

  @Test
  void a_new_secret_keeps_the_private_key() {
    assertThat(SigningKeys.withSecret(SECRET + " " + KEY, "whsec_x")).isEqualTo("whsec_x " + KEY);
    assertThat(SigningKeys.withSecret(SECRET, "whsec_x")).isEqualTo("whsec_x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"whsk_", "whsk_AAAA", "whsk_&&&", "whpk_AAAA", "x"})
  void anything_else_is_no_key_and_the_error_does_not_repeat_it(String wrong) {
    assertThatThrownBy(() -> SigningKeys.parse(SECRET + " " + wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("AAAA", "&&&");
  }

  @Test
  void no_two_new_keys_are_equal() {
    assertThat(SigningKeys.withNewPrivateKey(SECRET))
        .startsWith(SECRET + " whsk_")
        .isNotEqualTo(SigningKeys.withNewPrivateKey(SECRET));
  }
}
