package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The API reference at {@code /docs}, with calls that a reader tries out. */
@Tag("thorough")
@ExtendWith(DemoBrowser.Provider.class)
final class ReferenceTest {
  private static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(BrowserUser.TIMEOUT);

  private final DemoBrowser demoBrowser;

  ReferenceTest(DemoBrowser demoBrowser) {
    this.demoBrowser = demoBrowser;
  }

  @ParameterizedTest
  @EnumSource(Viewport.class)
  void the_console_links_to_it_and_it_fits_the_screen_without_errors(Viewport viewport) {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.logIn();
      if (viewport.width < 700) {
        user.button("More").click();
      }
      user.link("API reference").click();

      user.sees("Calls use your session");
      Locator events = operation(user, "get", "/api/v1/events");
      events.locator(".opblock-summary-control").click();
      assertThat(events).containsText("Parameters", SOON);
      user.page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(Path.of("target/screenshots/reference-" + viewport + ".png")));
      assertThat(user.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
      assertThat(user.faults).isEmpty();
    }
  }

  @Test
  void a_call_is_tried_out_with_the_key_of_the_session_also_one_that_changes_something() {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn();
      user.page.navigate(demoBrowser.demo.address() + "/docs");
      Locator put = operation(user, "put", "/api/v1/customers/{id}");
      put.locator(".opblock-summary-control").click();
      put.getByPlaceholder("id").fill("tried-out");

      put.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Execute")).click();

      assertThat(put.locator(".live-responses-table")).containsText("tried-out", SOON);
      assertThat(put.locator(".live-responses-table .response-col_status").last())
          .containsText("201");
      assertThat(user.faults).isEmpty();
    }
  }

  @Test
  void without_a_session_the_page_is_readable_and_calls_need_a_key() {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.page.navigate(demoBrowser.demo.address() + "/docs");
      user.sees("enter a key under Authorize");
      Locator get = operation(user, "get", "/api/v1/customers");
      get.locator(".opblock-summary-control").click();

      get.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Execute")).click();
      assertThat(get.locator(".live-responses-table")).containsText("401", SOON);

      user.button("Authorize").click();
      Locator form = user.page.locator(".auth-container").first();
      form.locator("input").fill(demoBrowser.demo.key());
      form.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Apply credentials"))
          .click();
      user.page.locator(".btn-done").first().click();
      get.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Execute")).click();

      assertThat(get.locator(".live-responses-table")).containsText("\"default\"", SOON);
      assertThat(user.faults).isEmpty();
    }
  }

  private static Locator operation(BrowserUser user, String method, String path) {
    return user.page
        .locator(".opblock-" + method)
        .filter(
            new Locator.FilterOptions().setHas(user.page.locator("[data-path=\"" + path + "\"]")));
  }
}
