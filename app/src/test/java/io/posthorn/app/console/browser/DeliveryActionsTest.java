package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Actions on endpoints and messages. */
final class DeliveryActionsTest extends ConsoleTest {
  DeliveryActionsTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @BeforeEach
  void logIn() {
    user.logIn();
  }

  private String endpoint(String path) {
    return user.endpoint(path);
  }

  @Test
  void an_endpoint_is_paused_and_enabled() {
    user.go("/endpoints/" + endpoint("/weekly-report")).heading("/weekly-report");

    user.button("Pause").click();
    user.response("Pause").click();
    assertThat(user.page.locator(".head .badge")).containsText("Paused");

    user.button("Enable").click();
    user.response("Enable").click();
    assertThat(user.page.locator(".head .badge")).containsText("Enabled");
    assertThat(user.page.locator(".history")).containsText("Enabled by a user");
  }

  @Test
  void limits_are_set_and_errors_are_shown_beside_their_fields() {
    user.go("/endpoints/" + endpoint("/crm")).heading("/crm");

    user.field("Timeout").fill("3 weeks");
    user.button("Save limits").click();
    assertThat(user.page.locator("#f-timeout-wrong")).containsText("timeout must be");

    user.field("Timeout").fill("4s");
    user.field("Header name").fill("X-Team");
    user.field("Header value").fill("blue");
    user.button("Save limits").click();
    user.sees("X-Team: ****");
  }

  @Test
  void a_signing_secret_is_shown_and_rotated_with_both_in_force_meanwhile() {
    user.go("/endpoints/" + endpoint("/warehouse")).heading("/warehouse");

    user.button("Show").click();
    assertThat(user.page.locator("ph-secret code")).containsText("whsec_");

    user.button("Rotate…").click();
    user.response("Rotate").click();
    assertThat(user.page.locator("ph-secret .secret")).hasCount(2, BrowserUser.patient());
  }

  @Test
  void endpoints_are_filtered_searched_and_enabled_together() {
    user.go("/endpoints?status=frozen").heading("Endpoints");
    assertThat(user.page.locator("tbody")).containsText("/old-tickets");

    user.button("Enable all of this list…").click();
    user.response("Enable 1").click();
    user.sees("1 endpoint enabled");

    user.go("/endpoints").heading("Endpoints");
    user.field("Search by URL or id").fill("warehouse");
    assertThat(user.page.locator("tbody tr")).hasCount(1, BrowserUser.patient());
  }

  @Test
  void a_delivered_message_is_replayed_and_a_waiting_one_cancelled() {
    String healthy = endpoint("/crm");
    String delivered = user.ask("/messages?status=delivered&endpoint=" + healthy, "data.0.id");
    user.go("/messages/" + delivered).heading("TASK.UPDATE");
    user.button("Replay").click();
    user.response("Replay").click();
    user.sees("No. 2");
    user.page.locator(".attempt summary").first().click();
    user.sees("webhook-signature: v1,****");
    user.sees("Authorization: Bearer ****demo");

    String held =
        user.ask("/messages?status=waiting&endpoint=" + endpoint("/archive"), "data.0.id");
    user.go("/messages/" + held).heading("PROJ.UPDATE");
    user.sees("Held because it is paused");
    user.button("Cancel").click();
    user.response("Cancel message").click();
    assertThat(user.page.locator(".head .badge")).containsText("Cancelled");
  }

  @Test
  void many_messages_are_counted_first_and_then_cancelled() {
    user.go("/messages?endpoint=" + endpoint("/archive")).heading("Messages");

    user.button("Cancel all…").click();
    user.dialog().locator("button.danger").click();

    assertThat(user.dialog()).containsText("cancelled");
    user.response("Done").click();
    assertThat(user.dialog()).hasCount(0, BrowserUser.patient());
  }

  @Test
  void messages_are_found_by_object_and_by_id() {
    String object = user.ask("/messages", "data.0.objId");
    String id = user.ask("/messages", "data.0.id");
    user.go("/messages").heading("Messages");
    String search = "Message, endpoint, subscription or object";

    user.field(search).fill(object);
    user.field(search).press("Enter");
    assertThat(user.page.locator("tbody tr").first()).containsText(object);

    user.field(search).fill(id);
    user.field(search).press("Enter");
    assertThat(user.page.locator(".head ph-copy")).containsText(id);
  }

  @Test
  void a_response_is_shown_as_text() {
    String attempted =
        String.valueOf(
            user.page.evaluate(
                """
                async endpoint => {
                  const get = async path => (await fetch('/api/v1' + path, {headers: {'X-Customer-Id': 'default'}})).json();
                  let cursor = '';
                  do {
                    const page = await get('/messages?limit=1000&endpoint=' + endpoint + (cursor ? '&cursor=' + cursor : ''));
                    const found = page.data.find(m => m.attemptCount > 0);
                    if (found) return found.id;
                    cursor = page.nextCursor;
                  } while (cursor);
                }\
                """,
                endpoint("/old-tickets")));

    user.go("/messages/" + attempted).heading("ISSUE.");
    user.page.locator(".attempt summary").first().click();

    user.sees("<script>alert(1)</script>");
    assertThat(user.page.locator(".attempt h1")).hasCount(0);
  }
}
