package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Dialogs and Back, the pause banner, curl commands and the time zone. */
final class ShellTest extends ConsoleTest {
  ShellTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @Test
  void back_closes_a_dialog_and_nothing_else() {
    user.logIn().go("/events").heading("Events");
    user.button("Post an event").click();
    assertThat(user.dialog()).isVisible();

    user.page.goBack();

    assertThat(user.dialog()).hasCount(0, BrowserUser.patient());
    user.heading("Events");
    user.button("Post an event").click();
    user.response("Go back").click();
    assertThat(user.dialog()).hasCount(0, BrowserUser.patient());
    user.awaitHistory();
    user.page.goBack();
    user.heading("Overview");
  }

  @Test
  void neither_escape_nor_back_discards_a_key_that_is_shown_once() {
    user.logIn().go("/keys").heading("Keys");
    user.button("Create a key").click();
    user.field("Name").fill("Shown once");
    user.response("Create").click();
    assertThat(user.dialog()).containsText("phk_", SOON);

    user.page.keyboard().press("Escape");
    user.page.keyboard().press("Escape");
    user.page.goBack();

    assertThat(user.dialog()).containsText("phk_");
    user.sees("Copy the key, then choose Done");
    user.response("Done").click();
    assertThat(user.dialog()).hasCount(0, BrowserUser.patient());
    user.heading("Keys");
  }

  @Test
  void a_delivery_pause_is_on_every_page() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "held")) {
      own.client.customers().pauseDelivery("held");
      user.logIn();
      for (String page : List.of("", "/messages", "/endpoints", "/subscriptions", "/events")) {
        user.go("/customers/held" + page);
        assertThat(user.page.locator(".banner.bad")).containsText("Delivery is paused for held");
      }
      user.go("/settings").heading("Settings");
      user.button("Resume delivery").click();
      user.response("Resume delivery").click();
      assertThat(user.page.locator(".banner.bad")).hasCount(0, BrowserUser.patient());
    }
  }

  @Test
  void what_a_page_shows_is_copied_as_a_curl_command() {
    user.context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
    user.logIn().go("/messages?status=delivered").heading("Messages");

    user.button("Copy as curl").click();
    user.sees("Copied");

    assertThat(String.valueOf(user.page.evaluate("() => navigator.clipboard.readText()")))
        .startsWith("curl ")
        .contains("/api/v1/messages?status=delivered'")
        .contains("X-Customer-Id: default")
        .contains("Authorization: Bearer $POSTHORN_KEY");
  }

  @Test
  void the_time_zone_of_all_times_is_shown() {
    user.logIn();

    assertThat(user.page.locator(".zone:visible")).containsText(Pattern.compile("Times: .*UTC"));
    user.page.setViewportSize(Viewport.PHONE_LIGHT.width, Viewport.PHONE_LIGHT.height);
    assertThat(user.page.locator("main .zone:visible"))
        .containsText(Pattern.compile("Times: .*UTC"));
  }
}
