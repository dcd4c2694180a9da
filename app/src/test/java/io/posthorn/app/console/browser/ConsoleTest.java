package io.posthorn.app.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The base of tests with one user at a desktop, whose pages must cause no errors. */
@Tag("thorough")
@ExtendWith(DemoBrowser.Provider.class)
abstract class ConsoleTest {
  static final LocatorAssertions.ContainsTextOptions SOON =
      new LocatorAssertions.ContainsTextOptions().setTimeout(BrowserUser.TIMEOUT);

  final DemoBrowser demoBrowser;
  final BrowserUser user;

  ConsoleTest(DemoBrowser demoBrowser) {
    this.demoBrowser = demoBrowser;
    user = demoBrowser.user(Viewport.WIDE_LIGHT);
  }

  @AfterEach
  void no_page_errors_occurred() {
    assertThat(user.faults).isEmpty();
    user.close();
  }

  /** The rows of the page's list. */
  final Locator rows() {
    return user.page.locator("tbody tr");
  }
}
