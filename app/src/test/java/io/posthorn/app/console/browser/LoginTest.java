package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Login and logout. */
@Tag("thorough")
@ExtendWith(DemoBrowser.Provider.class)
final class LoginTest {
  @Test
  void a_wrong_key_is_a_field_error_and_a_valid_one_opens_a_session(DemoBrowser demoBrowser) {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn("phk_not-a-key");
      assertThat(user.page.locator(".field .wrong")).containsText("The API key is unknown");
      assertThat(user.page.locator("#f-key")).hasAttribute("aria-invalid", "true");

      user.logIn();

      Cookie cookie = user.context.cookies().getFirst();
      assertThat(cookie.httpOnly).isTrue();
      assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
      assertThat(user.faults).isEmpty();
    }
  }

  @Test
  void a_login_link_works_once_and_then_says_why_not_and_what_to_do(DemoBrowser demoBrowser) {
    String link = demoBrowser.demo.loginLink();
    try (BrowserUser user = demoBrowser.user(Viewport.PHONE_LIGHT);
        BrowserUser colleague = demoBrowser.user(Viewport.PHONE_LIGHT)) {
      user.page.navigate(link);
      user.heading("Overview");

      colleague.page.navigate(link);

      colleague.sees("This login link no longer works.");
      colleague.sees("Log in with the key");
      colleague.enterKey(demoBrowser.demo.key()).heading("Overview");
      assertThat(colleague.faults).isEmpty();
    }
  }

  @Test
  void logging_out_ends_the_session(DemoBrowser demoBrowser) {
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn();
      user.button("Log out").click();
      user.response("Log out").click();
      user.sees("Log in with an API key.");

      user.reload();

      user.sees("Log in with an API key.");
    }
  }

  @Test
  void a_session_ends_with_its_key(DemoBrowser demoBrowser) {
    String key = demoBrowser.demo.makeKey("admin", "*");
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn(key);
      user.heading("Overview");
      user.go("/keys").heading("Keys");
      user.page
          .locator("tr", new com.microsoft.playwright.Page.LocatorOptions().setHasText("yours"))
          .getByRole(com.microsoft.playwright.options.AriaRole.BUTTON)
          .click();
      user.field("Type REVOKE to confirm").fill("REVOKE");
      user.response("Revoke").click();

      user.sees("Log in with an API key.");
      assertThat(user.faults).isEmpty();
    }
  }

  @Test
  void a_customer_key_shows_only_that_customer(DemoBrowser demoBrowser) {
    String key = demoBrowser.demo.makeKey("viewer", "acme");
    try (BrowserUser user = demoBrowser.user(Viewport.WIDE_LIGHT)) {
      user.logIn(key);
      user.heading("Overview");

      user.go("/endpoints").heading("Endpoints");

      assertThat(user.page.locator("tbody tr")).hasCount(1, BrowserUser.patient());
      assertThat(user.page.locator(".side nav")).not().containsText("Keys");
      assertThat(user.page.locator(".side nav")).not().containsText("Customers");
      user.go("/subscriptions").heading("Subscriptions");
      assertThat(user.link("Create")).hasCount(0);
      assertThat(user.faults).isEmpty();
    }
  }
}
