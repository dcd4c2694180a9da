package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.model.KeyRole;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.EndpointFilter;
import io.posthorn.client.request.NewKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Actions on endpoints: one, and all of a list. */
final class EndpointActionsTest extends ConsoleTest {
  EndpointActionsTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  @Test
  void enabling_all_takes_exactly_the_list_on_screen_after_a_count() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "enabling")) {
      for (String path : new String[] {"/crm/a", "/crm/b", "/erp"}) {
        own.client.endpoints().pause(own.subscribe("ORDER", path).endpointId());
      }
      user.logIn().go("/customers/enabling/endpoints?status=paused").heading("Endpoints");
      assertThat(rows()).hasCount(3, BrowserUser.patient());
      user.field("Search by URL or id").fill("/CRM/");
      assertThat(rows()).hasCount(2, BrowserUser.patient());

      user.button("Enable all of this list…").click();
      assertThat(user.dialog()).containsText("Enable 2 paused endpoints?", SOON);
      assertThat(user.dialog()).containsText("state paused");
      assertThat(user.dialog()).containsText("URL or id with “/CRM/”");
      assertThat(paused(own)).as("only counted so far").isEqualTo(3);
      user.response("Enable 2").click();

      user.sees("2 endpoints enabled");
      assertThat(rows()).hasCount(0, BrowserUser.patient());
      assertThat(own.client.endpoints().list(EndpointFilter.builder().paused(true).build()))
          .extracting(EndpointSummary::url)
          .containsExactly(own.receiver.url("/erp"));
    }
  }

  @Test
  void resuming_ends_a_pause_and_leaves_the_circuit_as_it_is() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "resuming")) {
      String frozen = own.subscribe("ORDER", OwnCustomer.FAILING).endpointId();
      for (int i = 0; i < 5; i++) {
        own.post("ORDER", "order-" + i);
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> own.client.endpoints().get(frozen).status() != EndpointStatus.ENABLED);
      own.client.endpoints().pause(frozen);
      user.logIn().go("/customers/resuming/endpoints/" + frozen).heading(OwnCustomer.FAILING);
      assertThat(user.page.locator(".head .badge").last()).containsText("Paused", SOON);

      user.button("Resume").click();
      user.response("Resume").click();

      assertThat(user.button("Resume")).hasCount(0, BrowserUser.patient());
      assertThat(user.button("Pause")).isVisible();
      assertThat(own.client.endpoints().get(frozen).paused()).isFalse();
      assertThat(own.client.endpoints().get(frozen).status()).isNotEqualTo(EndpointStatus.ENABLED);
    }
  }

  @Test
  void a_delivery_pause_is_a_banner_on_every_page_and_resumed_there() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "held")) {
      own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.client.customers().pauseDelivery("held");
      Locator banners = user.page.locator(".banner.bad");
      own.client.server().pauseDelivery();
      try {
        user.logIn();
        for (String page :
            List.of("", "/endpoints", "/messages", "/events", "/subscriptions", "/settings")) {
          user.go("/customers/held" + page);
          assertThat(banners)
              .containsText(
                  new String[] {
                    "Delivery is paused for all customers", "Delivery is paused for held"
                  });
        }
        user.go("/customers").heading("Customers");
        assertThat(banners.first()).containsText("Delivery is paused for all customers", SOON);
        assertThat(user.page.locator("td[data-label=Delivery]").first())
            .containsText("Paused", SOON);

        user.go("/customers/held/messages").heading("Messages");
        banners.first().getByRole(AriaRole.BUTTON).click();
        user.response("Resume delivery").click();
        assertThat(banners).hasCount(1, BrowserUser.patient());
        assertThat(banners).containsText("Delivery is paused for held", SOON);
        banners.getByRole(AriaRole.BUTTON).click();
        user.response("Resume delivery").click();
        assertThat(banners).hasCount(0, BrowserUser.patient());
      } finally {
        own.client.server().resumeDelivery();
      }
      assertThat(own.client.customers().delivery("held").paused()).isFalse();
    }
  }

  @Test
  void a_viewer_copies_calls_and_sees_no_action() {
    try (OwnCustomer own = new OwnCustomer(demoBrowser, "viewing")) {
      SubscriptionDetails subscription = own.subscribe("ORDER", OwnCustomer.HEALTHY);
      own.post("ORDER", "order-1");
      String message = await().until(own::messages, list -> !list.isEmpty()).getFirst().id();
      NewKey viewer = NewKey.forCustomer("viewer", KeyRole.VIEWER, "viewing");
      user.logIn(Objects.requireNonNull(own.client.keys().create(viewer).key()))
          .heading("Overview");
      for (String path :
          List.of(
              "/endpoints",
              "/endpoints/" + subscription.endpointId(),
              "/messages",
              "/messages/" + message,
              "/subscriptions",
              "/subscriptions/" + subscription.id(),
              "/events")) {
        user.go("/customers/viewing" + path);
        assertThat(user.button("Copy as curl")).isVisible(BrowserUser.visible());
        assertThat(user.page.locator(".head button.danger, .head button.primary")).hasCount(0);
      }
    }
  }

  private static long paused(OwnCustomer own) {
    return own.client.endpoints().list(EndpointFilter.builder().paused(true).build()).stream()
        .count();
  }
}
