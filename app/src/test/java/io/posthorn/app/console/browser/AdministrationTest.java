package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Keys, customers, the audit, the red button; by mouse and by keyboard. */
@ExtendWith(Theatre.Ticket.class)
final class AdministrationTest {
  private final Visitor visitor;

  AdministrationTest(Theatre theatre) {
    visitor = theatre.visitor(Look.WIDE_LIGHT);
  }

  @BeforeEach
  void logIn() {
    visitor.logIn();
  }

  @AfterEach
  void nothing_went_wrong() {
    assertThat(visitor.troubles).isEmpty();
    visitor.close();
  }

  @Test
  void a_key_is_made_shown_once_and_revoked() {
    visitor.go("/keys").heading("Keys");
    visitor.button("Make a key").click();
    visitor.field("Name").fill("A key of a test");
    visitor.answer("Make it").click();
    assertThat(visitor.dialog()).containsText("phk_");
    visitor.answer("I have it").click();

    visitor.button("Revoke A key of a test").click();
    visitor.answer("Revoke").click();

    assertThat(visitor.button("Revoke A key of a test")).hasCount(0, Visitor.patient());
    visitor.go("/audit").heading("Audit");
    assertThat(visitor.page.locator("tbody tr").first()).containsText("key.revoke");
  }

  @Test
  void a_customer_is_added_and_erased_only_after_its_name_was_typed() {
    visitor.go("/customers").heading("Customers");
    visitor.button("Add a customer").click();
    visitor.field("Id").fill("globex");
    visitor.answer("Add").click();

    visitor.button("Erase globex").click();
    assertThat(visitor.answer("Erase all of it")).isDisabled();
    visitor.field("Type globex to confirm").fill("globex");
    visitor.answer("Erase all of it").click();

    assertThat(visitor.button("Erase globex")).hasCount(0, Visitor.patient());
  }

  @Test
  void the_red_button_is_guarded_stops_delivery_and_is_taken_back() {
    visitor.page.locator("#customer").selectOption("acme");
    visitor.go("/settings").heading("Settings");
    visitor.button("Pause delivery…").first().click();
    assertThat(visitor.answer("Pause delivery")).isDisabled();
    visitor.field("Type acme to confirm").fill("acme");
    visitor.answer("Pause delivery").click();

    visitor.go("/").heading("Overview");
    visitor.sees("Delivery is paused");
    visitor.go("/settings").heading("Settings");
    visitor.button("Resume delivery").click();
    visitor.answer("Resume delivery").click();

    assertThat(visitor.button("Resume delivery")).hasCount(0, Visitor.patient());
    visitor.sees("retry.unit");
  }

  @Test
  void the_console_can_be_used_with_the_keyboard_alone() {
    visitor.page.locator("body").press("Tab");
    assertThat(visitor.page.locator(".skip")).isFocused();
    visitor.link("Endpoints").focus();
    visitor.page.keyboard().press("Enter");
    visitor.heading("Endpoints");
    assertThat(visitor.page.locator("main")).isFocused();

    visitor.page.locator("tbody a").first().focus();
    Object outline =
        visitor.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle");
    visitor.page.keyboard().press("Enter");
    assertThat(visitor.page.locator(".crumb")).containsText("Endpoints");
    visitor.button("Replay…").focus();
    visitor.page.keyboard().press("Enter");
    assertThat(visitor.dialog()).isVisible();
    visitor.page.keyboard().press("Escape");

    assertThat(visitor.dialog()).hasCount(0, Visitor.patient());
    assertThat(outline).isEqualTo("solid");
  }

  @Test
  void it_loads_few_and_small_files() {
    visitor.page.reload();
    visitor.heading("Overview");

    Object bytes =
        visitor.page.evaluate(
            "() => performance.getEntriesByType('resource').filter(e => e.name.includes('/console/'))"
                + ".reduce((sum, e) => sum + e.encodedBodySize, 0)");
    Object files =
        visitor.page.evaluate(
            "() => performance.getEntriesByType('resource').filter(e => e.name.includes('/console/')).length");

    assertThat(((Number) bytes).intValue()).isBetween(1, 150_000);
    assertThat(((Number) files).intValue()).isBetween(1, 60);
  }
}
