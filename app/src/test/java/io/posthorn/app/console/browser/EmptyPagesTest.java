package io.posthorn.app.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page of a list may be empty and still not be the last: the console reads on. */
final class EmptyPagesTest extends ConsoleTest {
  private static final Pattern CURSOR = Pattern.compile("&cursor=empty-(\\d+)");

  EmptyPagesTest(DemoBrowser demoBrowser) {
    super(demoBrowser);
  }

  /** Puts empty pages in front of a list of the API. */
  private void beginWithEmptyPages(String list, int count) {
    user.page.route(Pattern.compile(".*/api/v1/" + list + "\\?.*"), route -> respond(route, count));
  }

  private static void respond(Route route, int count) {
    String url = route.request().url();
    Matcher cursor = CURSOR.matcher(url);
    int page = cursor.find() ? Integer.parseInt(cursor.group(1)) : 0;
    if (page < count) {
      String body = "{\"data\": [], \"nextCursor\": \"empty-%d\"}".formatted(page + 1);
      route.fulfill(new Route.FulfillOptions().setContentType("application/json").setBody(body));
    } else {
      route.resume(new Route.ResumeOptions().setUrl(CURSOR.matcher(url).replaceFirst("")));
    }
  }

  @Test
  void a_message_behind_thousands_of_unmatched_events_is_found() {
    try (PosthornClient everyone =
        PosthornClient.builder()
            .url(demoBrowser.demo.address())
            .apiKey(demoBrowser.demo.key())
            .build()) {
      everyone.customers().create("unmatched");
      PosthornClient customer = everyone.forCustomer("unmatched");
      customer
          .subscriptions()
          .create(NewSubscription.builder("TASK", "CREATE", "http://127.0.0.1:9/").build());
      customer.events().send(NewEvent.ofJson("{\"objCode\": \"TASK\", \"eventType\": \"CREATE\"}"));
      NewEvent unmatched = NewEvent.ofJson("{\"objCode\": \"NOTE\", \"eventType\": \"CREATE\"}");
      for (int i = 0; i < 25; i++) {
        customer.events().sendAll(Collections.nCopies(1_000, unmatched));
      }
      MessageFilter all = MessageFilter.all();
      assertThat(customer.messages().list(all).pages().iterator().next().data()).isEmpty();

      user.logIn(demoBrowser.demo.makeKey("viewer", "unmatched")).heading("Overview");
      user.go("/messages").heading("Messages");

      List<MessageSummary> found = customer.messages().list(all).stream().toList();
      assertThat(found).hasSize(1);
      assertThat(rows()).hasCount(1, BrowserUser.patient());
      assertThat(rows().first()).containsText("TASK.CREATE");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Endpoints, endpoints",
    "Messages, messages",
    "Subscriptions, subscriptions",
    "Events, events",
    "Keys, keys",
    "Customers, overview/customers",
    "Audit, audit"
  })
  void a_list_that_begins_with_empty_pages_shows_the_rows_behind_them(String heading, String list) {
    user.logIn();
    beginWithEmptyPages(list, 3);

    user.go("/" + list.replace("overview/", "")).heading(heading);

    assertThat(rows().first()).isVisible(BrowserUser.visible());
  }

  @Test
  void a_list_that_is_a_part_of_a_page_reads_on_too() {
    user.logIn();
    String endpoint = user.endpoint("/crm");
    beginWithEmptyPages("subscriptions", 3);

    user.go("/endpoints/" + endpoint).heading("/crm");

    user.sees("Tasks that are being worked on");
  }

  @Test
  void a_search_over_many_empty_pages_continues_where_it_stopped() {
    user.logIn();
    beginWithEmptyPages("messages", 45);
    user.go("/messages").heading("Messages");
    user.sees("Nothing found yet");

    user.button("Keep searching").click();
    assertThat(user.button("Keep searching")).isEnabled();
    user.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");
    user.button("Keep searching").click();

    assertThat(rows().first()).isVisible(BrowserUser.visible());
  }
}
