package io.posthorn.sender.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {
  /** The offset of the PKCS#1 form inside the PKCS#8 form of an RSA key of 2,048 bits. */
  private static final int PKCS1_START = 26;

  private static PrivateKey key(String algorithm) throws NoSuchAlgorithmException {
    return KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
  }

  private static byte[] block(String label, byte[] der) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, base64)
        .getBytes(ISO_8859_1);
  }

  private static String certificate(String name) throws IOException {
    try (InputStream in = PemTest.class.getResourceAsStream("/tls/" + name + ".pem")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), ISO_8859_1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void a_key_in_pkcs_8_is_read(String algorithm) throws NoSuchAlgorithmException {
    PrivateKey key = key(algorithm);

    assertThat(Pem.privateKey(block("PRIVATE KEY", key.getEncoded()))).hasValue(key);
  }

  @Test
  void an_rsa_key_in_pkcs_1_is_read() throws NoSuchAlgorithmException {
    PrivateKey key = key("RSA");
    byte[] pkcs8 = key.getEncoded();
    byte[] pkcs1 = Arrays.copyOfRange(pkcs8, PKCS1_START, pkcs8.length);

    assertThat(Pem.privateKey(block("RSA PRIVATE KEY", pkcs1))).hasValue(key);
  }

  @Test
  void an_invalid_key_file_contains_no_key() throws NoSuchAlgorithmException {
    byte[] der = key("EC").getEncoded();

    assertThat(Pem.privateKey(block("ENCRYPTED PRIVATE KEY", der))).isEmpty();
    assertThat(Pem.privateKey(block("EC PRIVATE KEY", der))).isEmpty();
    assertThat(Pem.privateKey(block("PUBLIC KEY", der))).isEmpty();
    assertThat(Pem.privateKey(block("PRIVATE KEY", new byte[] {1, 2, 3}))).isEmpty();
    assertThat(Pem.privateKey(text("-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----")))
        .isEmpty();
    assertThat(
            Pem.privateKey(
                text(
                    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n"
                        + "-----END RSA PRIVATE KEY-----")))
        .isEmpty();
    assertThat(Pem.privateKey(new byte[0])).isEmpty();
  }

  @Test
  void certificates_are_read_in_order_between_other_blocks() throws Exception {
    byte[] key = block("PRIVATE KEY", key("EC").getEncoded());
    byte[] both =
        text(
            certificate("server")
                + "a comment\n"
                + new String(key, ISO_8859_1)
                + certificate("authority"));

    assertThat(Pem.certificates(both))
        .containsExactly(
            Pem.certificates(text(certificate("server"))).getFirst(),
            Pem.certificates(text(certificate("authority"))).getFirst());
  }

  @Test
  void a_certificate_in_der_is_read() throws Exception {
    byte[] der = Pem.certificates(text(certificate("server"))).getFirst().getEncoded();

    assertThat(Pem.certificates(der)).hasSize(1);
  }

  @Test
  void certificates_that_are_missing_or_cut_off_are_refused() throws Exception {
    String two = certificate("server") + certificate("authority");

    for (String bad : new String[] {"", "nothing", two.substring(0, two.length() - 40)}) {
      assertThatThrownBy(() -> Pem.certificates(text(bad)))
          .isInstanceOf(CertificateException.class);
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
