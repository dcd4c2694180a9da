package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Coming in and going out. */
@ExtendWith(Theatre.Ticket.class)
final class LoginTest {
  @Test
  void a_wrong_key_is_told_beside_its_field_and_a_right_one_opens_a_session(Theatre theatre) {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn("phk_not-a-key");
      assertThat(visitor.page.locator(".field .wrong")).containsText("This key is not known");
      assertThat(visitor.page.locator("#f-key")).hasAttribute("aria-invalid", "true");

      visitor.logIn();

      Cookie cookie = visitor.context.cookies().getFirst();
      assertThat(cookie.httpOnly).isTrue();
      assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
      assertThat(visitor.troubles).isEmpty();
    }
  }

  @Test
  void logging_out_ends_the_session(Theatre theatre) {
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn();
      visitor.button("Log out").click();
      visitor.answer("Log out").click();
      visitor.sees("Log in with a key.");

      visitor.page.reload();

      visitor.sees("Log in with a key.");
    }
  }

  @Test
  void a_session_ends_with_its_key(Theatre theatre) {
    String key = theatre.scene.makeKey("admin", "*");
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn(key);
      visitor.heading("Overview");
      visitor.go("/keys").heading("Keys");
      visitor
          .page
          .locator("tr", new com.microsoft.playwright.Page.LocatorOptions().setHasText("yours"))
          .getByRole(com.microsoft.playwright.options.AriaRole.BUTTON)
          .click();
      visitor.field("Type REVOKE to confirm").fill("REVOKE");
      visitor.answer("Revoke").click();

      visitor.sees("Log in with a key.");
      assertThat(visitor.troubles).isEmpty();
    }
  }

  @Test
  void a_customers_key_sees_that_customer_and_no_more(Theatre theatre) {
    String key = theatre.scene.makeKey("viewer", "acme");
    try (Visitor visitor = theatre.visitor(Look.WIDE_LIGHT)) {
      visitor.logIn(key);
      visitor.heading("Overview");

      visitor.go("/endpoints").heading("Endpoints");

      assertThat(visitor.page.locator("tbody tr")).hasCount(1, Visitor.patient());
      assertThat(visitor.page.locator(".side nav")).not().containsText("Keys");
      assertThat(visitor.page.locator(".side nav")).not().containsText("Customers");
      visitor.go("/subscriptions").heading("Subscriptions");
      assertThat(visitor.link("Create")).hasCount(0);
      assertThat(visitor.troubles).isEmpty();
    }
  }
}
