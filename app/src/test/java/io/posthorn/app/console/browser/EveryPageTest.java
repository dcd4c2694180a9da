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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page, in both themes and at both widths. */
@ExtendWith(Theatre.Ticket.class)
final class EveryPageTest {
  /** Where to put pictures of all pages; nowhere unless it is said. */
  private static final String PICTURES = System.getProperty("console.pictures", "");

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
  @EnumSource(Look.class)
  void every_page_shows_life_without_errors_fits_its_screen_and_can_be_used_by_everybody(
      Look look, Theatre theatre) throws IOException {
    try (Visitor visitor = theatre.visitor(look)) {
      visitor.page.navigate(theatre.scene.address() + "/");
      visitor.sees("Log in with a key.");
      assertUsable(visitor, "login", look);
      visitor.logIn();
      for (Shown shown : pages(visitor)) {
        visitor.go(shown.path()).heading(shown.heading());
        assertUsable(visitor, shown.name(), look);
      }
      assertThat(visitor.troubles).isEmpty();
    }
  }

  /** The fixed ones, and one thing of each kind in detail. */
  private static List<Shown> pages(Visitor visitor) {
    List<Shown> pages = new ArrayList<>(FIXED);
    String endpoint = visitor.ask("/endpoints?q=flapping", "data.0.id");
    String message = visitor.ask("/messages?endpoint=" + endpoint, "data.0.id");
    String subscription = visitor.ask("/subscriptions", "data.0.id");
    String event = visitor.ask("/events", "data.0.id");
    pages.add(new Shown("endpoint", "/endpoints/" + endpoint + "?range=15m", "/billing/flapping"));
    pages.add(new Shown("message", "/messages/" + message, "TASK.UPDATE"));
    pages.add(new Shown("subscription", "/subscriptions/" + subscription, "Tasks that are"));
    pages.add(new Shown("event", "/events/" + event, "."));
    return pages;
  }

  private static void assertUsable(Visitor visitor, String name, Look look) throws IOException {
    PlaywrightAssertions.assertThat(visitor.page.locator("main .problem"))
        .hasCount(0, Visitor.patient());
    assertThat(faults(visitor)).as(name + " " + look).isEmpty();
    if (!PICTURES.isEmpty()) {
      String file = name + "-" + look.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".png";
      visitor.page.waitForTimeout(400);
      visitor.page.screenshot(
          new Page.ScreenshotOptions().setPath(Path.of(PICTURES).resolve(file)));
    }
  }

  private static List<?> faults(Visitor visitor) throws IOException {
    try (InputStream script =
        EveryPageTest.class.getResourceAsStream("/console/accessibility.js")) {
      String text =
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
      return (List<?>) visitor.page.evaluate(text.substring(text.indexOf("() =>")));
    }
  }

  @Test
  void what_not_everybody_can_use_is_found(Theatre theatre) throws IOException {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.page.navigate(theatre.scene.address() + "/");
      visitor.sees("Log in with a key.");
      visitor.page.evaluate(
          """
          () => {
            const p = document.createElement('p');
            p.textContent = 'hard to read';
            p.style.color = '#bbb';
            document.querySelector('form').append(p, document.createElement('input'), document.createElement('button'));
          }""");

      assertThat(faults(visitor).stream().map(String::valueOf))
          .anyMatch(fault -> fault.startsWith("contrast"))
          .anyMatch(fault -> fault.startsWith("a control without a label"))
          .anyMatch(fault -> fault.startsWith("a button or link without a name"));
    }
  }
}
