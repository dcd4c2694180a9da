package io.posthorn.sender.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The signature of a message. */
final class SigningKeyTest {
  private static final String KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @Test
  void id_timestamp_and_body_are_signed_as_bytes_joined_with_dots() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
    byte[] signed = mac.doFinal(new byte[] {'m', '.', '7', '.', (byte) 0xFF, 0});

    assertThat(SigningKey.parse("whsec_" + KEY).sign("m", 7, new byte[] {(byte) 0xFF, 0}))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(signed));
  }
}
