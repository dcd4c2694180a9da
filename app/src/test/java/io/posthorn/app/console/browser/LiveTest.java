package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console follows what happens, and says so when it does not. */
@ExtendWith(Theatre.Ticket.class)
final class LiveTest {
  private static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(Visitor.PATIENCE);

  @Test
  void an_endpoint_is_disabled_and_recovers_while_one_watches(Theatre theatre) {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn();
      String endpoint = visitor.ask("/endpoints?q=flapping", "data.0.id");
      visitor.go("/endpoints/" + endpoint).heading("/billing/flapping");
      Locator state = visitor.page.locator(".head .badge");

      assertThat(state).containsText("Disabled", SOON);
      assertThat(state).containsText("Enabled", SOON);

      assertThat(visitor.page.locator(".history")).containsText("Recovered", SOON);
      assertThat(visitor.page.locator(".history")).containsText("Probe failed", SOON);
      assertThat(visitor.troubles).isEmpty();
    }
  }

  @Test
  void a_page_that_cannot_be_loaded_says_so_and_offers_to_load_again(Theatre theatre) {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn();
      visitor.page.route("**/pages/audit.js", route -> route.abort());
      visitor.go("/audit");
      visitor.sees("This page could not be loaded");

      visitor.page.unroute("**/pages/audit.js");
      visitor.button("Load the console again").click();

      visitor.heading("Audit");
    }
  }

  @Test
  void the_page_says_when_it_is_not_live_and_when_it_is_again(Theatre theatre) {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn();
      Locator live = visitor.page.locator(".side .live");
      assertThat(live).containsText("Live", SOON);

      visitor.page.route("**/console/live", route -> route.abort());
      visitor.button("Switch between light and dark").click();
      visitor.page.locator("#customer").selectOption("acme");
      assertThat(live).containsText("Not live: reconnecting", SOON);

      visitor.page.unroute("**/console/live");
      assertThat(live).containsText("Live", SOON);
      assertThat(visitor.page.locator("html")).hasAttribute("data-theme", "dark");
      assertThat(visitor.troubles.stream().filter(trouble -> !trouble.contains("net::ERR_FAILED")))
          .isEmpty();
    }
  }
}
