package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Subscriptions and events from making to deleting. */
@ExtendWith(Theatre.Ticket.class)
final class SubscriptionActionsTest {
  private static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(Visitor.PATIENCE);

  private final Visitor visitor;

  SubscriptionActionsTest(Theatre theatre) {
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

  @Test
  void a_subscription_is_checked_as_one_types_made_pinged_changed_and_deleted() {
    String url = visitor.ask("/endpoints?q=/crm/healthy", "data.0.url") + "/made-by-hand";
    visitor.go("/subscriptions/new").heading("New subscription");
    visitor.field("Object code").fill("9 lives");
    assertThat(visitor.page.locator("#f-objCode-wrong")).containsText("A code is a letter", SOON);

    visitor.field("Object code").fill("TASK");
    visitor.field("Event type").fill("UPDATE");
    visitor.field("URL").fill(url);
    visitor.field("Description").fill("Made by hand");
    visitor.button("Create").click();
    visitor.heading("Made by hand");

    visitor.button("Send a test ping").click();
    visitor.sees("Delivered: answered 200");

    visitor.field("Description").fill("Changed by hand");
    visitor.button("Save").click();
    visitor.heading("Changed by hand");

    visitor.button("Delete…").click();
    visitor.answer("Delete").click();
    visitor.heading("Subscriptions");
    assertThat(visitor.page.locator("tbody")).not().containsText("Changed by hand");
  }

  @Test
  void a_dry_run_says_which_filter_said_no_and_what_it_saw() {
    visitor.go("/subscriptions/new").heading("New subscription");
    visitor.field("Object code").fill("TASK");
    visitor.field("Event type").fill("UPDATE");
    visitor.button("A pasted one").click();
    visitor
        .field("Event as JSON")
        .fill("{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"newState\":{\"status\":\"NEW\"}}");
    assertThat(visitor.page.locator("ph-dry-run")).containsText("1 of 1 event would match", SOON);

    visitor.button("Add a filter").click();
    visitor.field("Field").fill("status");
    visitor.field("Value").fill("INP");
    visitor.field("Value").press("Tab");
    assertThat(visitor.page.locator("ph-dry-run")).containsText("saw \"NEW\"", SOON);
    assertThat(visitor.page.locator("ph-dry-run")).containsText("0 of 1 event would match", SOON);

    visitor.button("JSON").click();
    visitor.field("As JSON").fill("[{\"fieldName\": \"status\", \"comparison\": \"looksLike\"}]");
    assertThat(visitor.page.locator("ph-filters .wrong")).containsText("comparison", SOON);
  }

  @Test
  void an_event_is_posted_by_hand_after_looking_who_would_get_it() {
    visitor.go("/events").heading("Events");
    visitor.button("Post one by hand").click();
    visitor.field("Event as JSON").fill("{\"objCode\": \"INVOICE\"");
    visitor.answer("Post").click();
    assertThat(visitor.page.locator("#post-event-wrong")).containsText("not JSON yet");

    visitor.field("Event as JSON").fill("{\"objCode\": \"INVOICE\", \"eventType\": \"SENT\"}");
    visitor.answer("Who would get it?").click();
    assertThat(visitor.dialog()).containsText("0 subscriptions of 0", SOON);
    visitor.answer("Post").click();

    visitor.heading("INVOICE.SENT");
    visitor.sees("Nothing matched");
    visitor.sees("No subscription names INVOICE.SENT.");
  }
}
