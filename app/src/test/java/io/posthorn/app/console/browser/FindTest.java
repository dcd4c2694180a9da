package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.PageAssertions;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The search over everything, the filters of events, and addresses that can be shared. */
final class FindTest extends ConsoleTest {
  FindTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  private Locator results() {
    return user.page.locator("#search-results li");
  }

  /** Opens the search with the keyboard and types. */
  private void search(String text) {
    user.page.keyboard().press("Control+k");
    Locator input = user.page.locator("#search-text");
    assertThat(input).isFocused();
    input.fill(text);
  }

  @Test
  void one_search_finds_ids_objects_urls_and_event_types() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "search")) {
      String endpoint = own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId();
      String event = own.post("ORDER", "order-17");
      String unmatched = own.post("NOTE", "note-1");
      String message = own.messages().getFirst().id();
      user.logIn().go("/customers/search").heading("Overview");

      search(message);
      assertThat(results().first()).containsText("ORDER.UPDATE order-17", SOON);
      user.page.keyboard().press("Enter");
      assertThat(user.page.locator(".head ph-copy")).containsText(message, SOON);

      search(endpoint);
      assertThat(results().first()).containsText("Endpoint", SOON);
      user.page.keyboard().press("Enter");
      user.heading(OwnCustomer.HEALTHY);

      search(event);
      assertThat(results().first()).containsText(event, SOON);

      user.page.locator("#search-text").fill("note-1");
      assertThat(results().first()).containsText("no match", SOON);
      results().first().click();
      user.heading("NOTE.UPDATE note-1");
      assertThat(user.page.locator(".head ph-copy")).containsText(unmatched);

      search("/HEALTHY");
      assertThat(user.page.locator("#search-results")).containsText("Endpoint", SOON);
      assertThat(user.page.locator("#search-results")).containsText("Subscription", SOON);

      user.page.locator("#search-text").fill("ORDER.UPDATE");
      assertThat(user.page.locator("#search-results"))
          .containsText("Messages of type ORDER.UPDATE", SOON);
      user.page.keyboard().press("ArrowDown");
      assertThat(user.page.locator("#search-results [aria-selected=true]")).hasCount(1);

      user.page.locator("#search-text").fill("nothing of the kind");
      assertThat(user.dialog()).containsText("Nothing found for customer search.", SOON);
    }
  }

  @Test
  void events_are_filtered_and_unmatched_ones_found() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "events")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      own.post("NOTE", "note-1");
      String second = own.post("NOTE", "note-2");
      user.logIn().go("/customers/events/events").heading("Events");
      Locator rows = user.page.locator("tbody tr");
      assertThat(rows).hasCount(3, BrowserUser.patient());

      user.field("Subscriptions").selectOption("false");
      assertThat(rows).hasCount(2, BrowserUser.patient());
      user.field("Object or event id").fill("note-1");
      user.field("Object or event id").press("Enter");
      assertThat(rows).hasCount(1, BrowserUser.patient());
      assertThat(rows.first()).containsText("note-1");
      user.field("Accepted").selectOption("1h");
      assertThat(user.page).hasURL(Pattern.compile(".*matched=false.*from=1h.*"));
      assertThat(rows).hasCount(1, BrowserUser.patient());

      user.field("Object or event id").fill(second);
      user.field("Object or event id").press("Enter");
      user.heading("NOTE.UPDATE note-2");
    }
  }

  @Test
  void an_event_shows_the_verdicts_closest_to_a_match_and_how_many_are_left_out() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "verdicts")) {
      for (int i = 0; i <= 100; i++) {
        own.subscribe("ORDER", "/other/" + i);
      }
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      String event = own.post("ORDER", "order-1");

      user.logIn().go("/customers/verdicts/events/" + event).heading("ORDER.UPDATE order-1");

      assertThat(user.page.locator(".verdicts li")).hasCount(100, BrowserUser.patient());
      user.sees("2 further subscriptions not shown");
    }
  }

  @Test
  void subscriptions_are_searched_by_the_server() {
    user.logIn().go("/subscriptions").heading("Subscriptions");
    user.field("Search").fill("weekly");

    assertThat(user.page.locator("tbody tr")).hasCount(1, BrowserUser.patient());
    assertThat(user.page).hasURL(Pattern.compile(".*q=weekly"));
  }

  @Test
  void an_address_names_the_customer_and_can_be_shared() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "shared")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      String message = own.messages().getFirst().id();
      user.logIn().go("/messages").heading("Messages");
      assertThat(user.page).hasURL(Pattern.compile(".*#/customers/default/messages"));
      String address = demoBrowser.demo.address() + "/#/customers/shared/messages/" + message;

      try (BrowserUser colleague = demoBrowser.user(Viewport.WIDE_LIGHT)) {
        colleague.page.navigate(address);
        colleague.enterKey(demoBrowser.demo.makeKey("viewer", "*"));
        colleague.heading("ORDER.UPDATE order-1");
        assertThat(colleague.page.locator("#customer")).hasValue("shared");
        assertThat(colleague.faults).isEmpty();
      }
      try (BrowserUser outsider = demoBrowser.user(Viewport.WIDE_LIGHT)) {
        outsider.page.navigate(address);
        outsider.enterKey(demoBrowser.demo.makeKey("viewer", "acme"));
        outsider.sees("No access to customer shared");
        outsider.link("Go to acme").click();
        outsider.heading("Overview");
        assertThat(outsider.page)
            .hasURL(
                Pattern.compile(".*#/customers/acme"),
                new PageAssertions.HasURLOptions().setTimeout(BrowserUser.TIMEOUT));
      }
    }
  }

  @Test
  void the_list_of_another_customer_is_one_choice_away() {
    user.logIn().go("/endpoints").heading("Endpoints");

    user.page.locator("#customer").selectOption("acme");

    assertThat(user.page).hasURL(Pattern.compile(".*#/customers/acme/endpoints"));
    assertThat(user.page.locator("tbody tr")).hasCount(1, BrowserUser.patient());
    user.page.goBack();
    assertThat(user.page.locator("#customer")).hasValue("default");
  }

  @Test
  void each_customer_is_listed_with_its_health() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "unhealthy")) {
      own.client.endpoints().pause(own.subscribe("ORDER", OwnCustomer.HEALTHY).endpointId());
      user.logIn(demoBrowser.demo.makeKey("viewer", "*")).heading("Overview");

      user.link("Customers").first().click();
      user.heading("Customers");

      Locator row =
          user.page.locator(
              "tbody tr",
              new com.microsoft.playwright.Page.LocatorOptions().setHasText("unhealthy"));
      assertThat(row).containsText("1 needs attention");
      assertThat(user.button("Erase unhealthy")).hasCount(0);
      row.locator("a.cell").click();
      user.heading("Overview");
      assertThat(user.page).hasURL(Pattern.compile(".*#/customers/unhealthy"));
      assertThat(user.page.locator(".attention")).containsText("Paused");
    }
  }
}
