package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions and events, from creation to deletion. */
final class SubscriptionActionsTest extends ConsoleTest {
  SubscriptionActionsTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @BeforeEach
  void logIn() {
    user.logIn();
  }

  @Test
  void a_subscription_is_validated_while_typing_created_tested_changed_and_deleted() {
    String url = user.ask("/endpoints?q=/crm", "data.0.url") + "/made-by-hand";
    user.go("/subscriptions/new").heading("New subscription");
    user.field("Object code").fill("9 lives");
    assertThat(user.page.locator("#f-objCode-wrong"))
        .containsText("A code is a letter and up to 63 more", SOON);

    user.field("Object code").fill("TASK");
    user.field("Event type").fill("UPDATE");
    user.field("URL").fill(url);
    user.field("Description").fill("Made by hand");
    user.button("Create").click();
    user.heading("Made by hand");

    assertThat(user.page.locator(".created .secret")).containsText("whsec_");
    for (String language : List.of("Java", "Python", "Go", "Node.js")) {
      user.button(language).click();
      assertThat(user.page.locator("ph-receiver pre")).containsText("webhook-signature");
    }
    user.page.evaluate("scrollTo(0, 0)");
    user.button("Send a test request").click();
    assertThat(user.page.getByText("Delivered with status 200")).isInViewport();

    user.field("Description").fill("Changed by hand");
    user.button("Save").click();
    user.heading("Changed by hand");

    user.button("Delete…").click();
    user.response("Delete").click();
    user.heading("Subscriptions");
    assertThat(user.page.locator("tbody")).not().containsText("Changed by hand");
  }

  @Test
  void a_dry_run_names_the_filter_that_did_not_match_and_the_value() {
    user.go("/subscriptions/new").heading("New subscription");
    user.field("Object code").fill("TASK");
    user.field("Event type").fill("UPDATE");
    user.button("Pasted event").click();
    user.field("Event as JSON")
        .fill("{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"status\":\"NEW\"}}");
    assertThat(user.page.locator("ph-dry-run")).containsText("1 of 1 event would match", SOON);

    user.button("Add a filter").click();
    assertThat(user.page.locator("ph-dry-run")).containsText("1 of 1 event would match", SOON);
    assertThat(user.page.locator("form .wrong")).hasCount(0);
    user.field("Field").fill("status");
    user.field("Value").pressSequentially("INP");
    assertThat(user.page.locator("ph-dry-run")).containsText("expected \"INP\"; saw \"NEW\"", SOON);
    assertThat(user.page.locator("ph-dry-run")).containsText("0 of 1 event would match", SOON);

    user.button("JSON").click();
    user.field("As JSON").fill("[{\"fieldName\": \"status\", \"comparison\": \"looksLike\"}]");
    assertThat(user.page.locator("ph-filters .wrong")).containsText("comparison", SOON);
    user.field("As JSON").fill("[{'fieldName': 'status'}]");
    assertThat(user.page.locator("ph-filters .wrong"))
        .containsText(
            "Line 1, column 3: expected a field name in double quotes; saw '. Use double"
                + " quotes.");
  }

  @Test
  void an_error_in_a_pasted_event_has_its_position_and_what_was_expected() {
    user.go("/subscriptions/new").heading("New subscription");
    assertThat(user.page.locator("ph-dry-run")).containsText("the last 20 events", SOON);
    user.button("Pasted event").click();
    user.field("Event as JSON").fill("{\n  \"objCode\": \"TASK\"\n  \"eventType\": \"UPDATE\"}");
    assertThat(user.page.locator("#f-pasted-wrong"))
        .containsText("Line 3, column 3: expected a comma or }; saw \".");

    user.field("Event as JSON").fill("{\"objCode\": \"9 lives\", \"eventType\": \"UPDATE\"}");
    assertThat(user.page.locator("#f-pasted-wrong"))
        .containsText("objCode must be a letter and up to 63 more", SOON);
    user.field("Event as JSON").fill("{\"objCode\": \"TASK\", \"eventType\": \"UPDATE\"}");
    assertThat(user.page.locator("#f-pasted-wrong")).hasCount(0, BrowserUser.patient());
    assertThat(user.page.locator("ph-dry-run")).containsText("1 of 1 event would match", SOON);
  }

  @Test
  void an_event_is_posted_manually_after_a_dry_run() {
    user.go("/events").heading("Events");
    user.button("Post an event").click();
    user.field("Event as JSON").fill("{\"objCode\": \"INVOICE\"");
    user.response("Post").click();
    assertThat(user.page.locator("#post-event-wrong"))
        .containsText("Line 1, column 22: expected a comma or }; saw the end.");
    user.field("Event as JSON").fill("[]");
    assertThat(user.page.locator("#post-event-wrong"))
        .containsText("Expected an object in { }; saw a list in [ ].");

    user.field("Event as JSON").fill("{\"objCode\": \"INVOICE\", \"eventType\": \"SENT\"}");
    user.response("Dry run").click();
    assertThat(user.dialog()).containsText("0 subscriptions of 0", SOON);
    user.response("Post").click();

    user.heading("INVOICE.SENT");
    user.sees("No matching subscriptions");
    user.sees("No subscription for INVOICE.SENT.");
  }
}
