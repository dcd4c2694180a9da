package io.posthorn.server.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.api.ApiFixture;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.secrets.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rotation of the encryption key: all stored secrets are encrypted with the new one. */
class EncryptionKeyApiTest {
  private static final byte[] OLD = new byte[32];
  private static final byte[] NEW =
      "a new key that has 32 bytes, too".getBytes(StandardCharsets.US_ASCII);
  private static final String SETTINGS =
      """
      {"headers": {"x-tenant": "acme"}, "auth": {"oauth2": {"tokenUrl":
        "https://auth.example/token", "clientId": "posthorn", "clientSecret": "of the client"}}}
      """;

  private final ApiFixture fixture = new ApiFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonResponse reencrypt() {
    JsonResponse started = fixture.call("POST", fixture.admin, "/encryption-key/re-encrypt", null);
    assertThat(started.status()).isEqualTo(202);
    return fixture.get(fixture.admin, "/encryption-key");
  }

  private String secretPath(String customer, String url) {
    return "/endpoints/" + fixture.endpointId(customer, url) + "/secret";
  }

  /** From now on only the new key opens anything. */
  private void forgetOld() {
    fixture.box.replaceKeys(List.of(NEW));
  }

  private Subscription withToken(String url, byte[] sealed) {
    Subscription subscription = fixture.subscribe(ApiFixture.OURS, url);
    Subscription changed = subscription.withAuthToken(sealed);
    var _ =
        fixture
            .engine
            .executeNow(
                request ->
                    new Command.ChangeSubscription(
                        request, changed, subscription.modifiedAt(), new byte[] {1}))
            .join();
    return changed;
  }

  @Test
  void every_stored_secret_is_encrypted_with_the_new_key_and_none_is_changed() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    fixture.subscribe(ApiFixture.THEIRS, ApiFixture.URL);
    Subscription token = withToken(ApiFixture.URL + "/token", fixture.box.seal("of the receiver"));
    String endpoint = "/endpoints/" + fixture.endpointId(ApiFixture.OURS, ApiFixture.URL);
    String ours = secretPath(ApiFixture.OURS, ApiFixture.URL);
    String theirs = secretPath(ApiFixture.THEIRS, ApiFixture.URL);
    assertThat(fixture.call("PATCH", fixture.manager, endpoint, SETTINGS).status()).isEqualTo(200);
    fixture.call("POST", fixture.manager, ours + "/rotate", null);
    String before = fixture.get(fixture.manager, ours).body();
    String theirsBefore = fixture.get(fixture.otherCustomer, theirs).body();
    String settings = fixture.get(fixture.manager, endpoint).body();
    fixture.keys.write(NEW, OLD);

    JsonResponse state = reencrypt();

    assertThat(state.at("/reencryption/state")).isEqualTo("done");
    assertThat(state.at("/reencryption/error")).isEqualTo("null");
    // Current and previous secret, headers, client secret; two further secrets; a token.
    assertThat(state.at("/reencryption/reencrypted")).isEqualTo("7");
    assertThat(state.at("/reencryption/examined")).isEqualTo("7");
    assertThat(state.at("/reencryption/remaining")).isEqualTo("0");
    assertThat(state.at("/keys")).isEqualTo("2");
    assertThat(state.at("/previousNeeded")).isEqualTo("false");
    forgetOld();
    assertThat(fixture.get(fixture.manager, ours).body()).isEqualTo(before);
    assertThat(fixture.get(fixture.otherCustomer, theirs).body()).isEqualTo(theirsBefore);
    assertThat(fixture.get(fixture.manager, endpoint).body()).isEqualTo(settings);
    Subscription after = Objects.requireNonNull(fixture.engine.subscriptions().get(token.id()));
    assertThat(fixture.box.open(Objects.requireNonNull(after.authToken())))
        .isEqualTo("of the receiver");
    assertThat(after.modifiedAt()).isEqualTo(token.modifiedAt());
    assertThat(fixture.getAll("/audit").each("/data", "action"))
        .contains("encryption-key.re-encrypt", "encryption-key.re-encrypted");
  }

  @Test
  void a_change_at_the_same_time_wins_and_is_encrypted_with_the_new_key_afterwards() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    String path = secretPath(ApiFixture.OURS, ApiFixture.URL);
    SigningSecret wanted = SigningSecret.random();
    byte[] changed = new SecretBox(OLD).seal(wanted.clear()); // before the keys were read again
    fixture.keys.write(NEW, OLD);
    fixture.engine.before.add(() -> {}); // the audit entry
    fixture.engine.before.add(
        () -> {
          var _ =
              fixture
                  .engine
                  .executeNow(
                      request ->
                          new Command.SetSecrets(
                              request,
                              ApiFixture.OURS,
                              fixture
                                  .engine
                                  .subscriptions()
                                  .all(ApiFixture.OURS)
                                  .getFirst()
                                  .endpointId(),
                              EndpointSecrets.of(changed),
                              null))
                  .join();
        });

    JsonResponse state = reencrypt();

    assertThat(state.at("/reencryption/state")).isEqualTo("done");
    assertThat(state.at("/reencryption/reencrypted")).isEqualTo("1");
    forgetOld();
    assertThat(fixture.get(fixture.manager, path).at("/secret")).isEqualTo(wanted.clear());
  }

  @Test
  void a_re_encryption_that_fails_says_why_and_the_next_one_continues() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    fixture.keys.write(NEW, OLD);
    fixture.engine.before.add(() -> {});
    fixture.engine.before.add(
        () -> fixture.engine.commandRefusal = new RefusedException(Refusal.STOPPED));

    JsonResponse failed = reencrypt();

    assertThat(failed.at("/reencryption/state")).isEqualTo("failed");
    assertThat(failed.at("/reencryption/error")).isEqualTo(Refusal.STOPPED.sentence());
    assertThat(failed.at("/previousNeeded")).isEqualTo("true");
    fixture.engine.commandRefusal = null;
    assertThat(reencrypt().at("/previousNeeded")).isEqualTo("false");
  }

  @Test
  void a_key_file_without_the_key_in_use_changes_nothing() {
    fixture.subscribe(ApiFixture.OURS, ApiFixture.URL);
    String path = secretPath(ApiFixture.OURS, ApiFixture.URL);
    fixture.keys.write(NEW);

    JsonResponse refused = fixture.call("POST", fixture.admin, "/encryption-key/re-encrypt", null);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/detail")).startsWith("The encryption key does not match");
    assertThat(fixture.get(fixture.manager, path).status()).isEqualTo(200);
    assertThat(fixture.get(fixture.admin, "/encryption-key").at("/keys")).isEqualTo("1");
  }
}
