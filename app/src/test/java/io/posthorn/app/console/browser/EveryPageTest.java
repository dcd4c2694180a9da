package io.posthorn.app.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page, in both themes and at both widths. */
@Tag("thorough")
@ExtendWith(DemoBrowser.Provider.class)
final class EveryPageTest {
  @ParameterizedTest
  @EnumSource(Viewport.class)
  void every_page_loads_without_errors_fits_its_screen_and_is_accessible(
      Viewport viewport, DemoBrowser demoBrowser) throws IOException {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.page.navigate(demoBrowser.demo.address() + "/");
      user.sees("Log in with an API key.");
      assertUsable(user, "login", viewport);
      user.logIn();
      for (ConsolePage shown : ConsolePage.all(user)) {
        user.go(shown.path()).heading(shown.heading());
        assertUsable(user, shown.name(), viewport);
      }
      assertThat(user.faults).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Viewport.class)
  void every_dialog_fits_its_screen_and_is_accessible(Viewport viewport, DemoBrowser demoBrowser)
      throws IOException {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.logIn();
      user.page.keyboard().press("Control+k");
      user.page.locator("#search-text").fill("TASK");
      PlaywrightAssertions.assertThat(user.page.locator("#search-results li").first())
          .isVisible(BrowserUser.visible());
      assertUsable(user, "search", viewport);
      user.page.keyboard().press("Escape");

      user.go("/messages?status=delivered").heading("Messages");
      user.button("Replay all…").click();
      PlaywrightAssertions.assertThat(user.dialog()).containsText("examined");
      assertUsable(user, "bulk", viewport);
      user.response("Go back").click();
      user.page.locator("td.pick input").first().check();
      assertUsable(user, "selected", viewport);

      user.go("/subscriptions/new").heading("New subscription");
      user.field("Object code").fill("TASK");
      user.field("Event type").fill("SEEN_" + viewport); // an identical one would be refused
      user.field("URL").fill(user.ask("/endpoints?q=/crm", "data.0.url"));
      user.field("Description").fill("Seen " + viewport);
      user.button("Add a filter").click();
      user.button("Remove filter 1").click();
      user.button("Create").click();
      user.heading("Seen " + viewport);
      user.sees("Subscription created");
      assertUsable(user, "created", viewport);
      assertThat(user.faults).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Viewport.class)
  void the_switches_of_the_demo_fit_their_screen_and_are_accessible(
      Viewport viewport, DemoBrowser demoBrowser) throws IOException {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.page.navigate(demoBrowser.demo.switches());
      user.sees("Receivers");
      assertUsable(user, "switches", viewport);
    }
  }

  private static void assertUsable(BrowserUser user, String name, Viewport viewport)
      throws IOException {
    PlaywrightAssertions.assertThat(user.page.locator("main .problem"))
        .hasCount(0, BrowserUser.patient());
    assertThat(faults(user)).as(name + " " + viewport).isEmpty();
  }

  private static List<?> faults(BrowserUser user) throws IOException {
    try (InputStream script =
        EveryPageTest.class.getResourceAsStream("/console/accessibility.js")) {
      String text =
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
      return (List<?>) user.page.evaluate(text.substring(text.indexOf("() =>")));
    }
  }

  @Test
  void the_accessibility_check_finds_violations(DemoBrowser demoBrowser) throws IOException {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.page.navigate(demoBrowser.demo.address() + "/");
      user.sees("Log in with an API key.");
      user.page.evaluate(
          """
          () => {
            const p = document.createElement('p');
            p.textContent = 'hard to read';
            p.style.color = '#bbb';
            document.querySelector('form').append(p, document.createElement('input'), document.createElement('button'));
          }""");

      assertThat(faults(user).stream().map(String::valueOf))
          .anyMatch(fault -> fault.startsWith("contrast"))
          .anyMatch(fault -> fault.startsWith("a control without a label"))
          .anyMatch(fault -> fault.startsWith("a button or link without a name"));
    }
  }
}
