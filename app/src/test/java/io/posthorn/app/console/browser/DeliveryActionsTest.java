package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can be done to endpoints and messages. */
@ExtendWith(Theatre.Ticket.class)
final class DeliveryActionsTest {
  private final Visitor visitor;

  DeliveryActionsTest(Theatre theatre) {
    visitor = theatre.visitor(Look.WIDE_LIGHT);
  }

  @BeforeEach
  void logIn() {
    visitor.logIn();
  }

  @AfterEach
  void nothing_went_wrong() {
    assertThat(visitor.troubles).isEmpty();
    visitor.close();
  }

  private String endpoint(String path) {
    return visitor.endpoint(path);
  }

  @Test
  void an_endpoint_is_paused_and_enabled() {
    visitor.go("/endpoints/" + endpoint("/reports/healthy")).heading("/reports/healthy");

    visitor.button("Pause").click();
    visitor.answer("Pause").click();
    assertThat(visitor.page.locator(".head .badge")).containsText("Paused");

    visitor.button("Enable").click();
    visitor.answer("Enable").click();
    assertThat(visitor.page.locator(".head .badge")).containsText("Enabled");
    assertThat(visitor.page.locator(".history")).containsText("Enabled by a person");
  }

  @Test
  void limits_are_set_and_what_is_wrong_is_told_beside_its_field() {
    visitor.go("/endpoints/" + endpoint("/crm/healthy")).heading("/crm/healthy");

    visitor.field("Timeout").fill("3 weeks");
    visitor.button("Save limits").click();
    assertThat(visitor.page.locator("#f-timeout-wrong")).containsText("timeout must be");

    visitor.field("Timeout").fill("4s");
    visitor.field("Set a header").fill("X-Team");
    visitor.field("Its value").fill("blue");
    visitor.button("Save limits").click();
    visitor.sees("X-Team: ****");
  }

  @Test
  void a_signing_secret_is_shown_and_rotated_with_both_in_force_meanwhile() {
    visitor.go("/endpoints/" + endpoint("/warehouse/slow")).heading("/warehouse/slow");

    visitor.button("Show").click();
    assertThat(visitor.page.locator("ph-secret code")).containsText("whsec_");

    visitor.button("Rotate…").click();
    visitor.answer("Rotate").click();
    assertThat(visitor.page.locator("ph-secret .secret")).hasCount(2, Visitor.patient());
  }

  @Test
  void endpoints_are_filtered_searched_and_enabled_together() {
    visitor.go("/endpoints?status=frozen").heading("Endpoints");
    assertThat(visitor.page.locator("tbody")).containsText("/legacy/dead");

    visitor.button("Enable all frozen").click();
    visitor.answer("Enable all").click();
    visitor.sees("1 endpoint enabled");

    visitor.go("/endpoints").heading("Endpoints");
    visitor.field("Search by URL or id").fill("warehouse");
    assertThat(visitor.page.locator("tbody tr")).hasCount(1, Visitor.patient());
  }

  @Test
  void a_delivered_message_is_replayed_and_a_waiting_one_cancelled() {
    String healthy = endpoint("/crm/healthy");
    String delivered = visitor.ask("/messages?status=delivered&endpoint=" + healthy, "data.0.id");
    visitor.go("/messages/" + delivered).heading("TASK.UPDATE");
    visitor.button("Replay").click();
    visitor.answer("Replay").click();
    visitor.sees("No. 2");
    visitor.page.locator(".attempt summary").first().click();
    visitor.sees("webhook-signature: v1,****");
    visitor.sees("Authorization: Bearer ****demo");

    String held =
        visitor.ask(
            "/messages?status=waiting&endpoint=" + endpoint("/archive/paused"), "data.0.id");
    visitor.go("/messages/" + held).heading("PROJ.UPDATE");
    visitor.sees("Held because a person paused it");
    visitor.button("Cancel").click();
    visitor.answer("Cancel it").click();
    assertThat(visitor.page.locator(".head .badge")).containsText("Cancelled");
  }

  @Test
  void many_messages_are_counted_first_and_then_cancelled() {
    visitor.go("/messages?endpoint=" + endpoint("/archive/paused")).heading("Messages");

    visitor.button("Cancel many…").click();
    visitor.answer("Count them").click();
    visitor.dialog().locator("button.danger").click();

    assertThat(visitor.dialog()).containsText("cancelled");
    visitor.answer("Done").click();
    assertThat(visitor.dialog()).hasCount(0, Visitor.patient());
  }

  @Test
  void messages_are_found_by_object_and_by_id() {
    String object = visitor.ask("/messages", "data.0.objId");
    String id = visitor.ask("/messages", "data.0.id");
    visitor.go("/messages").heading("Messages");
    String search = "Message, endpoint, subscription or object";

    visitor.field(search).fill(object);
    visitor.field(search).press("Enter");
    assertThat(visitor.page.locator("tbody tr").first()).containsText(object);

    visitor.field(search).fill(id);
    visitor.field(search).press("Enter");
    assertThat(visitor.page.locator(".head ph-copy")).containsText(id);
  }

  @Test
  void what_a_receiver_answers_stays_text() {
    String attempted =
        String.valueOf(
            visitor.page.evaluate(
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
                }""",
                endpoint("/legacy/dead")));

    visitor.go("/messages/" + attempted).heading("ISSUE.");
    visitor.page.locator(".attempt summary").first().click();

    visitor.sees("<script>alert(1)</script>");
    assertThat(visitor.page.locator(".attempt h1")).hasCount(0);
  }
}
