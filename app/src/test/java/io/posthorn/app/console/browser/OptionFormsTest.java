package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointDetails.Auth;
import io.posthorn.client.model.EndpointDetails.OAuth2;
import io.posthorn.client.model.EndpointDetails.RetryPolicy;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.server.tls.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The forms of the options that endpoints and subscriptions have. */
final class OptionFormsTest extends ConsoleTest {
  private OwnCustomer own;
  private String endpoint;

  OptionFormsTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @BeforeEach
  void an_endpoint_without_options(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName();
    own = new OwnCustomer(demoBrowser, "options-" + Integer.toHexString(name.hashCode()));
    endpoint = own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId();
    user.logIn().go(path("/endpoints/" + endpoint)).heading(OwnCustomer.HEALTHY);
  }

  @AfterEach
  void close() {
    own.close();
  }

  private String path(String page) {
    return "/customers/" + own.id + page;
  }

  private EndpointDetails stored() {
    return own.client.endpoints().get(endpoint);
  }

  private Auth auth() {
    return Objects.requireNonNull(stored().auth());
  }

  /** Saves a form and loads the page again, so that all fields show what is stored. */
  private void save(String button) {
    user.button(button).click();
    user.sees("Saved; applies from the next attempt");
    user.reload().heading(OwnCustomer.HEALTHY);
  }

  private Locator wrong(String field) {
    return user.page.locator("#f-" + field + "-wrong");
  }

  @Test
  void a_retry_policy_is_a_list_of_offsets_or_a_unit_and_a_number() {
    user.field("Retries").fill("5s, 30s, 2m");
    save("Save limits");
    RetryPolicy listed = Objects.requireNonNull(stored().retry());
    assertThat(listed.schedule()).containsExactly("5s", "30s", "120s");

    user.field("Retries").fill("30s x 8");
    save("Save limits");
    assertThat(user.field("Retries")).hasValue("30s x 8");
    RetryPolicy doubling = Objects.requireNonNull(stored().retry());
    assertThat(doubling.unit()).isEqualTo("30s");
    assertThat(doubling.limit()).isEqualTo(8);

    user.field("Retries").fill("30s, 5s");
    user.button("Save limits").click();
    assertThat(wrong("retry")).containsText("retry", SOON);
    user.field("Retries").fill("");
    save("Save limits");
    assertThat(stored().retry()).isNull();
  }

  @Test
  void final_statuses_are_a_list_and_may_not_count() {
    user.field("Final statuses").fill("400, 410");
    save("Save limits");
    assertThat(stored().finalStatuses()).containsExactly(400, 410);
    assertThat(stored().countFinal()).isTrue();

    user.field("Final statuses count for the circuit").selectOption("no");
    save("Save limits");
    assertThat(stored().countFinal()).isFalse();

    user.field("Final statuses").fill("503");
    user.button("Save limits").click();
    assertThat(wrong("finalStatuses")).containsText("503", SOON);
    user.field("Final statuses").fill("");
    save("Save limits");
    assertThat(stored().finalStatuses()).isEmpty();
  }

  @Test
  void signatures_show_their_public_key_and_a_private_key_is_imported() {
    user.field("Signatures").selectOption("v1 v1a");
    save("Save limits");
    assertThat(user.page.locator("#f-signatures-hint")).containsText("Public key: whpk_", SOON);
    assertThat(auth().signatures()).containsExactly("v1", "v1a");

    user.button("Import…").click();
    user.field("Secret").fill("whsk_AAAA");
    user.response("Import").click();
    assertThat(wrong("secret")).containsText("'whsk_' and the Base64 of the 64 bytes", SOON);
    user.field("Secret")
        .fill(
            "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==");
    user.response("Import").click();
    user.sees("Imported");

    assertThat(auth().publicKey()).isEqualTo("whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=");
    user.reload().heading(OwnCustomer.HEALTHY);
    assertThat(user.page.locator("#f-signatures-hint")).containsText("whpk_1SiA4o9h", SOON);
  }

  @Test
  void a_client_certificate_shows_its_end_and_never_its_key() throws IOException {
    String certificate = Files.readString(Certificates.file("first.pem"));
    String key = Files.readString(Certificates.file("first.key"));
    NewSubscription https =
        NewSubscription.builder("CERT", "*", "https://127.0.0.1:1/certified").build();
    endpoint = own.client.subscriptions().create(https).endpointId();
    user.go(path("/endpoints/" + endpoint)).heading("/certified");
    user.field("Certificate (PEM)").fill(certificate);
    user.field("Private key (PEM)").fill("no key");
    user.button("Save client certificate").click();
    assertThat(user.page.locator("#f-certificate-wrong, #f-key-wrong").first())
        .containsText("key", SOON);
    assertThat(auth().clientCertificate()).isNull();

    user.field("Private key (PEM)").fill(key);
    user.button("Save client certificate").click();
    user.sees("Saved; applies from the next attempt");
    assertThat(auth().clientCertificate()).isNotNull();
    assertThat(user.field("Private key (PEM)")).hasValue("");
    assertThat(receiverAuth()).containsText("Client certificate expires", SOON);
    assertThat(receiverAuth()).not().containsText("PRIVATE KEY");

    receiverAuth().getByText("Remove").click();
    assertThat(receiverAuth().getByText("Remove")).hasCount(0, BrowserUser.patient());
    assertThat(auth().clientCertificate()).isNull();
  }

  private Locator receiverAuth() {
    return user.page.locator("ph-receiver-auth");
  }

  @Test
  void an_oauth2_client_keeps_its_secret_when_its_scope_changes() {
    user.field("Token URL").fill(own.receiver.url("/token"));
    user.field("Client id").fill("posthorn");
    user.field("Client secret").fill("a secret of the client");
    save("Save OAuth2 client");
    assertThat(user.field("Client secret")).hasValue("");
    assertThat(user.page.locator("body")).not().containsText("a secret of the client");

    user.field("Scope").fill("orders");
    save("Save OAuth2 client");
    OAuth2 client = Objects.requireNonNull(auth().oauth2());
    assertThat(client.clientId()).isEqualTo("posthorn");
    assertThat(client.scope()).isEqualTo("orders");

    receiverAuth().getByText("Remove").click();
    assertThat(receiverAuth().getByText("Remove")).hasCount(0, BrowserUser.patient());
    assertThat(auth().oauth2()).isNull();
  }

  @Test
  void format_and_order_are_options_of_a_subscription() {
    user.go(path("/subscriptions/new")).heading("New subscription");
    user.field("Description").fill("Clouds in order");
    user.field("Object code").fill("CLOUD");
    user.field("Event type").fill("*");
    user.field("URL").fill(own.receiver.url("/clouds"));
    user.field("Format").selectOption("cloudevents");
    user.field("Order").selectOption("object");
    user.button("Create").click();
    user.heading("Clouds in order");
    SubscriptionDetails created =
        own.client.subscriptions().list().stream()
            .filter(one -> one.objCode().equals("CLOUD"))
            .findFirst()
            .orElseThrow();
    assertThat(created.format()).isEqualTo("cloudevents");
    assertThat(created.ordering()).isEqualTo("object");

    user.field("Encode states as Base64").check();
    user.button("Save").click();
    assertThat(wrong("base64Encoding")).containsText("cloudevents", SOON);
    user.field("Encode states as Base64").uncheck();
    user.field("Format").selectOption("standard");
    user.field("Order").selectOption("");
    user.button("Save").click();
    user.sees("Saved");

    SubscriptionDetails edited = own.client.subscriptions().get(created.id());
    assertThat(List.of(edited.format(), String.valueOf(edited.ordering())))
        .containsExactly("standard", "null");
  }
}
