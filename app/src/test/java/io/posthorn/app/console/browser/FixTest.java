package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.client.request.StatsQuery;
import io.posthorn.receiver.PlannedResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** From a failure to its cause and to its remedy. */
final class FixTest extends ConsoleTest {
  FixTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  private static void awaitDelivered(OwnCustomer own, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                own.messages().stream().filter(m -> m.status() == DeliveryStatus.DELIVERED).count(),
            delivered -> delivered == count);
  }

  /** Statistics are stored every few seconds, and a page reads them when it loads. */
  private static void awaitStatistics(OwnCustomer own, String endpoint) {
    StatsQuery query = StatsQuery.builder().endpoint(endpoint).build();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> own.client.server().stats(query).points(),
            points ->
                points.stream().anyMatch(point -> point.failed() > 0)
                    && points.stream().anyMatch(point -> point.delivered() > 0));
  }

  @Test
  void the_cause_of_a_frozen_endpoint_is_on_the_overview_and_its_message_one_click_away() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "frozen")) {
      String endpoint = own.subscribe("ORDER", OwnCustomer.FAILING).endpointId();
      for (int i = 0; i < 5; i++) {
        own.post("ORDER", "order-" + i);
      }
      user.logIn().go("/customers/frozen").heading("Overview");
      Locator attention = user.page.locator(".attention li").first();
      assertThat(attention).containsText("Frozen", SOON);
      assertThat(attention).containsText("Failed with status 503: out of tickets");

      attention.getByText("Last error").click();

      user.heading("ORDER.UPDATE");
      assertThat(user.page.locator(".attempt summary").first())
          .containsText("Failed with status 503: out of tickets");
      user.go("/customers/frozen/endpoints").heading("Endpoints");
      assertThat(rows().first()).containsText("503");
      assertThat(rows().first()).containsText("out of tickets");
      user.go("/customers/frozen/endpoints/" + endpoint).heading(OwnCustomer.FAILING);
      user.sees("Failed with status 503");
      user.sees("out of tickets");
      assertThat(user.link("Open the message")).isVisible();
    }
  }

  @Test
  void messages_have_an_outcome_that_can_be_filtered() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "outcomes")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.subscribe("NOTE", OwnCustomer.FAILING);
      own.post("ORDER", "order-1");
      own.post("NOTE", "note-1");
      awaitDelivered(own, 1);
      user.logIn().go("/customers/outcomes/messages").heading("Messages");
      assertThat(rows()).hasCount(2, BrowserUser.patient());

      user.field("Last outcome").selectOption("failed");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      assertThat(rows().first()).containsText("503");
      user.field("Last outcome").selectOption("success");
      assertThat(rows().first()).containsText("order-1", SOON);
      assertThat(rows().first()).containsText("200");
      user.field("Ended").selectOption("1h");
      assertThat(user.page).hasURL(Pattern.compile(".*outcome=success.*endedFrom=1h"));
      assertThat(rows()).hasCount(1, BrowserUser.patient());
    }
  }

  @Test
  void tiles_and_bars_lead_to_what_they_count() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "tiles")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      own.post("ORDER", "order-2");
      awaitDelivered(own, 2);
      user.logIn().go("/customers/tiles").heading("Overview");

      user.page.getByLabel("Delivered: 2, show the messages").click();
      user.heading("Messages");
      assertThat(user.page).hasURL(Pattern.compile(".*status=delivered&endedFrom=1h"));
      assertThat(rows()).hasCount(2, BrowserUser.patient());

      user.go("/customers/tiles").heading("Overview");
      user.page.locator("rect.leads").first().click();
      user.heading("Messages");
      assertThat(user.page).hasURL(Pattern.compile(".*status=delivered.*endedFrom=.*endedTo=.*"));
      assertThat(rows().first()).containsText("ORDER.UPDATE");

      user.go("/customers/tiles").heading("Overview");
      user.page.locator("ph-chart svg").first().focus();
      user.page.keyboard().press("ArrowLeft");
      user.page.keyboard().press("ArrowDown");
      user.page.keyboard().press("Enter");
      user.heading("Messages");
    }
  }

  @Test
  void failed_attempts_lead_to_their_messages_also_after_these_were_delivered() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "bars")) {
      own.client.endpoints().pause(own.subscribe("HELD", "/held").endpointId());
      own.post("HELD", "held-1");
      own.receiver.behaveAs(PlannedResponse.status(503));
      String endpoint = own.subscribe("NOTE", "/notes").endpointId();
      own.post("NOTE", "note-1");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> own.client.endpoints().get(endpoint).summary().consecutiveFailures() > 0);
      own.receiver.behaveAs(PlannedResponse.OK);
      awaitDelivered(own, 1);
      awaitStatistics(own, endpoint);
      user.logIn().go("/customers/bars").heading("Overview");

      user.page.locator("rect.leads.fill-bad").first().click();

      user.heading("Messages");
      assertThat(user.page)
          .hasURL(Pattern.compile(".*outcome=failed.*&attemptedFrom=.*&attemptedTo=.*"));
      user.sees("an attempt between");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      assertThat(rows().first()).containsText("note-1");
      assertThat(rows().first()).containsText("Delivered");
      user.button("Remove the filter by attempt").click();
      assertThat(user.page).hasURL(Pattern.compile(".*outcome=failed&to=[^&]*$"));
      assertThat(rows()).hasCount(0, BrowserUser.patient());

      user.go("/customers/bars").heading("Overview");
      user.page.getByLabel(Pattern.compile("^Failed attempts: .*")).click();
      user.sees("an attempt since");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
    }
  }

  @Test
  void the_last_outage_is_a_preset_after_the_endpoint_has_recovered() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "outage")) {
      own.receiver.behaveAs(PlannedResponse.status(503));
      String endpoint = own.subscribe("ORDER", "/tickets").endpointId();
      own.post("ORDER", "order-1");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> own.client.endpoints().get(endpoint).summary().consecutiveFailures() > 0);
      own.receiver.behaveAs(PlannedResponse.OK);
      awaitDelivered(own, 1);
      awaitStatistics(own, endpoint);
      user.logIn().go("/customers/outage/messages?endpoint=" + endpoint).heading("Messages");

      user.field("Ended").selectOption("Since the last outage");

      assertThat(user.page).hasURL(Pattern.compile(".*endedFrom=20.*"));
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      user.field("Accepted").selectOption("Since the last outage");
      assertThat(user.page).hasURL(Pattern.compile(".*[?&]from=20.*"));
      assertThat(user.field("Accepted")).hasValue("outage");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
    }
  }

  @Test
  void a_bulk_action_takes_exactly_the_list_on_screen() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "bulk")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      for (int i = 1; i <= 4; i++) {
        own.post("ORDER", "order-" + i);
      }
      awaitDelivered(own, 4);
      user.logIn().go("/customers/bulk/messages?objId=order-2").heading("Messages");
      assertThat(rows()).hasCount(1, BrowserUser.patient());

      user.button("Replay all…").click();
      assertThat(user.dialog()).containsText("Replay 1 message?", SOON);
      assertThat(user.dialog()).containsText("object order-2");
      user.response("Replay 1").click();
      assertThat(user.dialog()).containsText("1 message replayed", SOON);
      user.response("Done").click();

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> own.receiver.counts().requests(), count -> count == 5);
      assertThat(own.messages().stream().filter(m -> m.attemptCount() == 2))
          .extracting(MessageSummary::objId)
          .containsExactly("order-2");

      user.go("/customers/bulk/messages").heading("Messages");
      assertThat(rows()).hasCount(4, BrowserUser.patient());
      user.button("Replay all…").click();
      assertThat(user.dialog()).containsText("Replay 4 messages?", SOON);
      assertThat(user.dialog()).containsText("All messages of the customer");
    }
  }

  @Test
  void a_bulk_action_leaves_out_what_came_after_the_count() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "counted")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      awaitDelivered(own, 1);
      user.logIn().go("/customers/counted/messages?status=delivered").heading("Messages");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      user.button("Replay all…").click();
      assertThat(user.dialog()).containsText("Replay 1 message?", SOON);

      own.post("ORDER", "order-2");
      awaitDelivered(own, 2);
      user.response("Replay 1").click();

      assertThat(user.dialog()).containsText("1 message replayed", SOON);
      user.response("Done").click();
    }
  }

  @Test
  void selected_rows_are_taken_and_no_others() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "selected")) {
      own.client.endpoints().pause(own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId());
      for (int i = 1; i <= 4; i++) {
        own.post("ORDER", "order-" + i);
      }
      user.logIn().go("/customers/selected/messages").heading("Messages");
      assertThat(rows()).hasCount(4, BrowserUser.patient());

      rows().nth(0).getByRole(com.microsoft.playwright.options.AriaRole.CHECKBOX).check();
      rows().nth(2).getByRole(com.microsoft.playwright.options.AriaRole.CHECKBOX).check();
      user.sees("2 selected");
      assertThat(user.button("Replay selected…")).isDisabled();
      assertThat(user.button("Retry selected…")).isDisabled();
      user.button("Cancel selected…").click();
      assertThat(user.dialog()).containsText("Cancel 2 messages?");
      user.response("Cancel 2").click();
      assertThat(user.dialog()).containsText("2 messages cancelled", SOON);
      user.response("Done").click();

      assertThat(own.messages().stream().filter(m -> m.status() == DeliveryStatus.CANCELLED))
          .extracting(MessageSummary::objId)
          .containsExactlyInAnyOrder("order-4", "order-2");
    }
  }

  @Test
  void a_list_stays_as_it_is_while_rows_are_selected() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "still");
        BrowserUser other = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      user.logIn().go("/customers/still/messages").heading("Messages");
      other.logIn().go("/customers/still/messages").heading("Messages");
      Locator moving = other.page.locator("tbody tr");
      assertThat(moving).hasCount(1, BrowserUser.patient());
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      Locator first = rows().first().getByRole(com.microsoft.playwright.options.AriaRole.CHECKBOX);
      first.check();

      // Two reloads of the other page: this one would have reloaded as well.
      for (int count = 2; count <= 3; count++) {
        own.post("ORDER", "order-" + count);
        assertThat(moving).hasCount(count, BrowserUser.patient());
      }
      assertThat(rows()).hasCount(1);
      user.sees("1 selected; updates are paused");

      first.uncheck();
      own.post("ORDER", "order-4");
      assertThat(rows()).hasCount(4, BrowserUser.patient());
      assertThat(other.faults).isEmpty();
    }
  }

  @Test
  void a_missing_client_secret_and_a_missing_token_are_shown_where_they_belong() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "oauth2")) {
      String endpoint = own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId();
      user.logIn().go("/customers/oauth2/endpoints/" + endpoint).heading(OwnCustomer.HEALTHY);

      user.field("Token URL").fill(own.receiver.url(OwnCustomer.FAILING));
      user.field("Client id").fill("posthorn");
      user.button("Save OAuth2 client").click();
      assertThat(user.page.locator("#f-clientSecret-wrong"))
          .containsText("clientSecret is missing", SOON);
      assertThat(user.page.locator("#f-tokenUrl-wrong")).hasCount(0);

      user.field("Client secret").fill("secret");
      user.button("Save OAuth2 client").click();
      user.sees("Saved");
      own.post("ORDER", "order-1");
      user.sees("No access token until");
    }
  }

  @Test
  void an_attempt_without_a_token_shows_the_token_servers_response_and_no_request() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "tokenless")) {
      String endpoint = own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId();
      String tokenUrl = own.receiver.url(OwnCustomer.FAILING);
      own.client
          .endpoints()
          .update(
              endpoint,
              EndpointUpdate.builder().oauth2(tokenUrl, "posthorn", "secret", null, null).build());
      own.post("ORDER", "order-1");
      MessageSummary failed =
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> own.messages().getFirst(), message -> message.attemptCount() == 1);
      user.logIn().go("/customers/tokenless/messages/" + failed.id()).heading("ORDER.UPDATE");

      Locator attempt = user.page.locator(".attempt").first();
      attempt.locator("summary").click();

      assertThat(attempt.locator("h3"))
          .hasText(new String[] {"Error", "Response of the token server"});
      assertThat(attempt).containsText("out of tickets");
      assertThat(attempt).not().containsText("Request headers");
    }
  }

  @Test
  void waiting_messages_are_retried_now_one_and_many() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "retry")) {
      String endpoint = own.subscribe("ORDER", OwnCustomer.FAILING).endpointId();
      own.post("ORDER", "order-1");
      // Late slots are seconds apart, so that the message is not attempted meanwhile.
      MessageSummary waiting =
          await()
              .atMost(Duration.ofSeconds(60))
              .until(
                  () -> own.messages().getFirst(),
                  m -> m.attemptCount() >= 8 && m.status() == DeliveryStatus.WAITING);
      user.logIn().go("/customers/retry/messages/" + waiting.id()).heading("ORDER.UPDATE");

      user.button("Retry now").click();

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> own.messages().getFirst().attemptCount() > waiting.attemptCount());
      user.go("/customers/retry/endpoints/" + endpoint).heading(OwnCustomer.FAILING);
      user.button("Retry waiting…").click();
      assertThat(user.dialog()).containsText("Retry 1 message?", SOON);
      user.response("Retry 1").click();
      assertThat(user.dialog()).containsText("1 message retried", SOON);
      user.response("Done").click();

      user.go("/customers/retry/messages?endpoint=" + endpoint).heading("Messages");
      user.field("Accepted").selectOption("outage");
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      List<String> presets = user.page.locator("#f-endedFrom-preset option").allTextContents();
      assertThat(presets)
          .containsExactly(
              "Any time", "Last hour", "Last 24 hours", "Since the endpoint failed", "Between…");
    }
  }
}
