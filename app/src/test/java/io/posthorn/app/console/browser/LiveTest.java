package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Live updates of the console, and its notice when they stop. */
@Tag("thorough")
@ExtendWith(DemoBrowser.Provider.class)
final class LiveTest {
  private static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(BrowserUser.TIMEOUT);

  @Test
  void an_endpoint_is_disabled_and_recovers_on_the_open_page(DemoBrowser demoBrowser) {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn();
      String endpoint = user.ask("/endpoints?q=billing", "data.0.id");
      user.go("/endpoints/" + endpoint).heading("/billing");
      Locator state = user.page.locator(".head .badge");

      assertThat(state).containsText("Disabled", SOON);
      assertThat(state).containsText("Enabled", SOON);

      assertThat(user.page.locator(".history")).containsText("Recovered", SOON);
      assertThat(user.page.locator(".history")).containsText("Probe failed", SOON);
      assertThat(user.faults).isEmpty();
    }
  }

  @Test
  void a_page_that_fails_to_load_says_so_and_offers_a_retry(DemoBrowser demoBrowser) {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn();
      user.page.route("**/pages/audit.js", route -> route.abort());
      user.go("/audit");
      user.sees("This page could not be loaded");

      user.page.unroute("**/pages/audit.js");
      user.button("Reload the console").click();

      user.heading("Audit");
    }
  }

  @Test
  void the_page_says_when_it_is_not_live_and_when_it_is_again(DemoBrowser demoBrowser) {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn();
      Locator live = user.page.locator(".side .live");
      assertThat(live).containsText("Live", SOON);

      user.page.route("**/console/live", route -> route.abort());
      user.button("Switch between light and dark").click();
      user.page.locator("#customer").selectOption("acme");
      assertThat(live).containsText("Not live: reconnecting", SOON);

      user.page.unroute("**/console/live");
      assertThat(live).containsText("Live", SOON);
      assertThat(user.page.locator("html")).hasAttribute("data-theme", "dark");
      assertThat(user.faults.stream().filter(trouble -> !trouble.contains("net::ERR_FAILED")))
          .isEmpty();
    }
  }
}
