package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys, customers, the audit log and the delivery pause, by mouse and by keyboard. */
final class AdministrationTest extends ConsoleTest {
  AdministrationTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @BeforeEach
  void logIn() {
    user.logIn();
  }

  @Test
  void a_key_is_created_shown_once_and_revoked() {
    user.go("/keys").heading("Keys");
    user.button("Create a key").click();
    user.field("Name").fill("A key of a test");
    user.response("Create").click();
    assertThat(user.dialog()).containsText("phk_");
    user.response("Done").click();

    user.button("Revoke A key of a test").click();
    user.response("Revoke").click();

    assertThat(user.button("Revoke A key of a test")).hasCount(0, BrowserUser.patient());
    user.go("/audit").heading("Audit");
    assertThat(user.page.locator("tbody tr").first()).containsText("key.revoke");
  }

  @Test
  void the_audit_log_is_filtered_by_time_in_an_address_that_can_be_shared() {
    user.go("/audit").heading("Audit");
    assertThat(rows().first()).isVisible(BrowserUser.visible());

    user.field("Changed").selectOption("1h");
    assertThat(user.page).hasURL(Pattern.compile(".*audit\\?from=1h"));
    assertThat(rows().first()).isVisible(BrowserUser.visible());

    user.go("/audit?to=2020-01-01T00:00:00Z");
    user.sees("No changes in this time");
    user.link("Show all").click();
    assertThat(rows().first()).isVisible(BrowserUser.visible());
  }

  @Test
  void a_key_is_found_by_the_id_that_the_audit_log_shows() {
    String id = user.ask("/keys", "data.0.id");
    String name = user.ask("/keys", "data.0.name");
    user.page.keyboard().press("Control+k");
    user.page.locator("#search-text").fill(id);
    assertThat(user.page.locator("#search-results li").first()).containsText(name, SOON);
    user.page.keyboard().press("Enter");

    user.heading("Keys");
    assertThat(rows()).hasCount(1, BrowserUser.patient());
    assertThat(rows().first()).containsText(id);
    user.link("Show all").click();
    assertThat(user.page).hasURL(Pattern.compile(".*/keys"));
  }

  @Test
  void customers_that_need_attention_are_listed_alone_with_an_address_that_can_be_shared() {
    try (OwnCustomer healthy = new OwnCustomer(demoBrowser, "allwell")) {
      healthy.subscribe("ORDER", OwnCustomer.HEALTHY);
      user.go("/customers").heading("Customers");
      assertThat(user.link("allwell")).isVisible(BrowserUser.visible());

      user.button("Needs attention").click();

      assertThat(user.page).hasURL(Pattern.compile(".*#/customers\\?needingAttention=true"));
      assertThat(user.link("allwell")).hasCount(0, BrowserUser.patient());
      assertThat(user.link("default")).isVisible(BrowserUser.visible());
      assertThat(rows().first()).containsText("attention");
    }
  }

  @Test
  void exactly_the_endpoints_that_need_attention_are_listed() {
    user.go("/endpoints").heading("Endpoints");
    user.page.locator(".chips button").getByText("Needs attention").click();

    assertThat(user.page).hasURL(Pattern.compile(".*endpoints\\?status=attention"));
    assertThat(user.page.locator("tbody")).containsText("/archive", SOON); // paused
    assertThat(user.page.locator("tbody")).not().containsText("/weekly-report");
  }

  @Test
  void a_customer_is_added_and_erased_only_after_its_name_was_typed() {
    user.go("/customers").heading("Customers");
    user.button("Add a customer").click();
    user.field("Id").fill("globex");
    user.response("Add").click();

    user.button("Erase globex").click();
    assertThat(user.response("Erase customer")).isDisabled();
    user.field("Type globex to confirm").fill("globex");
    user.response("Erase customer").click();

    assertThat(user.button("Erase globex")).hasCount(0, BrowserUser.patient());
  }

  @Test
  void the_delivery_pause_needs_confirmation_stops_delivery_and_is_resumed() {
    user.page.locator("#customer").selectOption("acme");
    user.go("/settings").heading("Settings");
    user.button("Pause delivery…").first().click();
    assertThat(user.response("Pause delivery")).isDisabled();
    user.field("Type acme to confirm").fill("acme");
    user.response("Pause delivery").click();
    assertThat(user.dialog()).hasCount(0, BrowserUser.patient()); // else it takes the page back

    user.go("/").heading("Overview");
    user.sees("Delivery is paused");
    user.go("/settings").heading("Settings");
    user.button("Resume delivery").click();
    user.response("Resume delivery").click();

    assertThat(user.button("Resume delivery")).hasCount(0, BrowserUser.patient());
    user.sees("retry.unit");
  }

  @Test
  void the_console_can_be_used_with_the_keyboard_alone() {
    user.page.locator("body").press("Tab");
    assertThat(user.page.locator(".skip")).isFocused();
    user.link("Endpoints").focus();
    user.page.keyboard().press("Enter");
    user.heading("Endpoints");
    assertThat(user.page.locator("main")).isFocused();

    user.page.locator("tbody a").first().focus();
    Object outline =
        user.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle");
    user.page.keyboard().press("Enter");
    assertThat(user.page.locator(".crumb")).containsText("Endpoints");
    user.button("Replay dropped…").focus();
    user.page.keyboard().press("Enter");
    assertThat(user.dialog()).isVisible();
    user.page.keyboard().press("Escape");

    assertThat(user.dialog()).hasCount(0, BrowserUser.patient());
    assertThat(outline).isEqualTo("solid");
  }

  @Test
  void it_loads_few_and_small_files() {
    user.reload();
    user.heading("Overview");

    Object bytes =
        user.page.evaluate(
            "() => performance.getEntriesByType('resource').filter(e =>"
                + " e.name.includes('/console/')).reduce((sum, e) => sum + e.encodedBodySize, 0)");
    Object files =
        user.page.evaluate(
            "() => performance.getEntriesByType('resource').filter(e =>"
                + " e.name.includes('/console/')).length");

    assertThat(((Number) bytes).intValue()).isBetween(1, 150_000);
    assertThat(((Number) files).intValue()).isBetween(1, 60);
  }
}
