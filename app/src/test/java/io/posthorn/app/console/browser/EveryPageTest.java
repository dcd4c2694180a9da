package io.posthorn.app.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  /** The directory for screenshots of all pages; none if the property is not set. */
  private static final String SCREENSHOTS = System.getProperty("console.pictures", "");

  /** A page: its name, its address and its heading. */
  private record Shown(String name, String path, String heading) {}

  private static final List<Shown> FIXED =
      List.of(
          new Shown("overview", "/?range=15m", "Overview"),
          new Shown("endpoints", "/endpoints", "Endpoints"),
          new Shown("messages", "/messages", "Messages"),
          new Shown("subscriptions", "/subscriptions", "Subscriptions"),
          new Shown("subscription-new", "/subscriptions/new", "New subscription"),
          new Shown("events", "/events", "Events"),
          new Shown("keys", "/keys", "Keys"),
          new Shown("customers", "/customers", "Customers"),
          new Shown("audit", "/audit", "Audit"),
          new Shown("settings", "/settings", "Settings"));

  @ParameterizedTest
  @EnumSource(Viewport.class)
  void every_page_loads_without_errors_fits_its_screen_and_is_accessible(
      Viewport viewport, DemoBrowser demoBrowser) throws IOException {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.page.navigate(demoBrowser.demo.address() + "/");
      user.sees("Log in with an API key.");
      assertUsable(user, "login", viewport);
      user.logIn();
      for (Shown shown : pages(user)) {
        user.go(shown.path()).heading(shown.heading());
        assertUsable(user, shown.name(), viewport);
      }
      assertThat(user.faults).isEmpty();
    }
  }

  /** All fixed pages, and one detail page of each kind. */
  private static List<Shown> pages(BrowserUser user) {
    List<Shown> pages = new ArrayList<>(FIXED);
    String endpoint = user.ask("/endpoints?q=flapping", "data.0.id");
    String message = user.ask("/messages?endpoint=" + endpoint, "data.0.id");
    String subscription = user.ask("/subscriptions", "data.0.id");
    String event = user.ask("/events", "data.0.id");
    pages.add(new Shown("endpoint", "/endpoints/" + endpoint + "?range=15m", "/billing/flapping"));
    pages.add(new Shown("message", "/messages/" + message, "TASK.UPDATE"));
    pages.add(new Shown("subscription", "/subscriptions/" + subscription, "Tasks that are"));
    pages.add(new Shown("event", "/events/" + event, "."));
    return pages;
  }

  private static void assertUsable(BrowserUser user, String name, Viewport viewport)
      throws IOException {
    PlaywrightAssertions.assertThat(user.page.locator("main .problem"))
        .hasCount(0, BrowserUser.patient());
    assertThat(faults(user)).as(name + " " + viewport).isEmpty();
    if (!SCREENSHOTS.isEmpty()) {
      String file =
          name + "-" + viewport.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".png";
      user.page.waitForTimeout(400);
      user.page.screenshot(
          new Page.ScreenshotOptions().setPath(Path.of(SCREENSHOTS).resolve(file)));
    }
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
