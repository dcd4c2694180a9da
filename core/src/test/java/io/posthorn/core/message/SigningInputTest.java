package io.posthorn.core.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SigningInputTest {
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);

  @Test
  void what_is_signed_is_id_timestamp_and_body_with_dots_between() {
    assertThat(SigningInput.of(ID, 1_614_265_330, BODY))
        .asString(UTF_8)
        .isEqualTo("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");
    assertThat(SigningInput.head("m", 7)).asString(UTF_8).isEqualTo("m.7.");
  }

  @Test
  void the_body_is_signed_as_bytes_whatever_they_are() {
    assertThat(SigningInput.of("m", 0, new byte[] {(byte) 0xFF, 0}))
        .isEqualTo(new byte[] {'m', '.', '0', '.', (byte) 0xFF, 0});
  }

  @Test
  void the_public_vector_of_Standard_Webhooks_is_met() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(
            Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), "HmacSHA256"));

    byte[] signature = mac.doFinal(SigningInput.of(ID, 1_614_265_330, BODY));

    assertThat(Base64.getEncoder().encodeToString(signature))
        .isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }
}
