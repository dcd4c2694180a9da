package io.posthorn.server.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.sender.tls.ClientIdentity;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import io.posthorn.server.tls.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code auth.clientCertificate} of an endpoint. */
class ClientCertificateApiTest {
  private final ApiFixture fixture = new ApiFixture();
  private final String path = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);

  ClientCertificateApiTest() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String pem(String name) {
    try {
      return Files.readString(Certificates.file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String body(String certificate, String key) {
    return "{\"auth\":{\"clientCertificate\":{\"certificate\":%s,\"key\":%s}}}"
        .formatted(
            CanonicalJson.of(new JsonText(certificate)), CanonicalJson.of(new JsonText(key)));
  }

  private JsonResponse patch(String body) {
    return fixture.call("PATCH", fixture.manager, path, body);
  }

  @Test
  void it_is_set_shown_with_its_expiry_kept_and_cleared() {
    JsonResponse set = patch(body(pem("first.pem"), pem("first.key")));
    assertThat(set.status()).as(set.body()).isEqualTo(200);
    assertThat(set.at("/auth/clientCertificate/subject")).startsWith("CN=");
    assertThat(set.at("/auth/clientCertificate/expiresAt")).startsWith("2126-01-01T00:00:00Z");
    assertThat(set.body()).doesNotContain("PRIVATE KEY", "BEGIN");
    JsonResponse kept = patch("{\"auth\":{\"signatures\":[\"v1\"]}}");
    assertThat(kept.at("/auth/clientCertificate")).isEqualTo(set.at("/auth/clientCertificate"));
    assertThat(fixture.get(fixture.viewer, path).at("/auth/clientCertificate"))
        .isEqualTo(set.at("/auth/clientCertificate"));
    assertThat(patch("{\"auth\":{\"clientCertificate\":null}}").at("/auth/clientCertificate"))
        .isEqualTo("null");
  }

  @Test
  void requests_carry_it_sealed() {
    patch(body(pem("first.pem"), pem("first.key")));
    fixture.message("a");
    byte[] sealed =
        Objects.requireNonNull(
                fixture.engine.sent.getFirst().target().settings().options().clientCertificate())
            .sealed();
    assertThat(ClientIdentity.parse(fixture.box.open(sealed)))
        .isEqualTo(ClientIdentity.of(pem("first.pem"), pem("first.key")));
  }

  @Test
  void mistakes_are_named_and_repeat_no_secret() {
    assertThat(patch(body("hush", pem("first.key"))).at("/errors/0/pointer"))
        .isEqualTo("/auth/clientCertificate/certificate");
    assertThat(patch(body(pem("first.pem"), "hush")).at("/errors/0/pointer"))
        .isEqualTo("/auth/clientCertificate/key");
    assertThat(patch(body(pem("first.pem"), "hush")).body()).doesNotContain("hush");
    assertThat(patch(body(pem("first.pem"), pem("renewed.key"))).at("/errors/0/detail"))
        .isEqualTo("key does not belong to the first certificate.");
    assertThat(patch(body(pem("expired.pem"), pem("expired.key"))).at("/errors/0/detail"))
        .startsWith("certificate expired at 20");
    assertThat(
            patch("{\"auth\":{\"clientCertificate\":{\"key\":\"hush\"}}}").at("/errors/0/pointer"))
        .isEqualTo("/auth/clientCertificate");
    assertThat(fixture.get(fixture.viewer, path).at("/auth/clientCertificate")).isEqualTo("null");
  }

  @Test
  void an_endpoint_without_tls_can_have_none() {
    fixture.subscribe(ApiFixture.OURS, "http://127.0.0.1:1/plain");
    String plain = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, "http://127.0.0.1:1/plain");
    JsonResponse refused =
        fixture.call("PATCH", fixture.manager, plain, body(pem("first.pem"), pem("first.key")));
    assertThat(refused.at("/detail")).contains("needs an https URL");
  }

  @Test
  void viewers_and_other_customers_cannot_set_one() {
    String body = body(pem("first.pem"), pem("first.key"));
    assertThat(fixture.call("PATCH", fixture.viewer, path, body).status()).isEqualTo(403);
    assertThat(fixture.call("PATCH", fixture.otherCustomer, path, body).status()).isEqualTo(404);
  }
}
