package io.posthorn.app.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.posthorn.app.demo.DemoPace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The screenshots of the documents. {@code ./check --screenshots} lets the demo run for a while, so
 * that charts have a history, takes every page in both themes and at both widths, and replaces
 * those in {@code docs/screenshots} that a document shows.
 */
final class ScreenshotsTest {
  private static final Path DOCUMENTS = Path.of("../docs");
  private static final Path ALL = Path.of("target/screenshots");
  private static final Pattern SHOWN = Pattern.compile("screenshots/([a-z-]+\\.png)");

  /** The time that the demo runs before the screenshots: the charts show 15 minutes. */
  private static final Duration HISTORY =
      Duration.ofMinutes(Integer.getInteger("console.screenshots.minutes", 14));

  @Test
  void the_documents_show_exactly_the_screenshots_that_exist() throws IOException {
    try (var files = Files.list(DOCUMENTS.resolve("screenshots"))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrderElementsOf(shown());
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "console.screenshots", matches = "true")
  void take_the_screenshots() throws IOException, InterruptedException {
    Files.createDirectories(ALL);
    String version = System.getProperty("console.screenshots.version", "unreleased");
    try (DemoBrowser demoBrowser = DemoBrowser.start(DemoPace.WATCHING, version)) {
      Thread.sleep(HISTORY);
      for (Viewport viewport : Viewport.values()) {
        take(demoBrowser, viewport);
      }
    }
    for (String name : shown()) {
      Files.copy(
          ALL.resolve(name),
          DOCUMENTS.resolve("screenshots").resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void take(DemoBrowser demoBrowser, Viewport viewport) {
    try (BrowserUser user = demoBrowser.user(viewport)) {
      user.page.navigate(demoBrowser.demo.address() + "/");
      user.sees("Log in with an API key.");
      save(user, "login", viewport);
      user.logIn();
      for (ConsolePage shown : ConsolePage.all(user)) {
        user.go(shown.path()).heading(shown.heading());
        save(user, shown.name(), viewport);
      }
    }
  }

  private static void save(BrowserUser user, String page, Viewport viewport) {
    user.page.mouse().move(0, 0); // no row is marked
    user.page.waitForTimeout(600); // until charts are drawn and messages have gone
    String name = page + "-" + viewport.name().toLowerCase(Locale.ROOT).replace('_', '-');
    user.page.screenshot(new Page.ScreenshotOptions().setPath(ALL.resolve(name + ".png")));
  }

  /** The file names of the screenshots in the documents. */
  private static Set<String> shown() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path page : List.of(Path.of("../README.md"), DOCUMENTS.resolve("CONSOLE.md"))) {
      SHOWN
          .matcher(Files.readString(page))
          .results()
          .map((MatchResult match) -> match.group(1))
          .forEach(names::add);
    }
    return names;
  }
}
