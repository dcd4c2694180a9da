package io.posthorn.cli.customers;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn customers} and its subcommands. It is 10:15. */
final class CustomersCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  private static final String OVERVIEW =
      """
      {"endpoints":{"total":3,"enabled":1,"disabled":1,"frozen":1,"paused":0},
       "waiting":{"first":1,"retry":2,"held":1200},
       "attention":[{"endpointId":"ep_1","url":"https://a.example/","reason":"frozen since 10:00"}]}
      """;

  @Test
  void customers_are_listed_with_their_delivery() {
    api.responds(
        """
        {"data":[{"id":"acme","createdAt":"2026-11-15T10:00:00Z","deliveryPaused":true},
                 {"id":"gone","createdAt":"2026-11-15T10:00:00Z","erasing":{"erasedEvents":5}},
                 {"id":"shop","createdAt":"2026-11-15T10:00:00Z","deliveryPaused":false}],
         "nextCursor":null}
        """);

    assertThat(CommandRun.of(api, CustomersCommand::new).lines())
        .containsExactly(
            "ID    CREATED   DELIVERY",
            "acme  10:00:00  paused",
            "gone  10:00:00  erasing",
            "shop  10:00:00  enabled");
  }

  @Test
  void one_is_shown_with_what_needs_attention() {
    api.responds("{\"id\":\"acme\",\"createdAt\":\"2026-11-15T10:00:00Z\"}").responds(OVERVIEW);

    CommandRun run = CommandRun.of(api, CustomersCommand::new, "acme");

    assertThat(run.lines())
        .containsExactly(
            "acme  created 10:00:00",
            "Delivery   enabled",
            "Endpoints  3: 1 enabled, 1 disabled, 1 frozen; 0 paused",
            "Waiting    1 for their first attempt, 2 for a retry, 1,200 held",
            "Attention  ep_1  frozen since 10:00  https://a.example/");
    assertThat(api.calls().getLast().customer()).isEqualTo("acme");
  }

  @Test
  void one_is_created() {
    api.responds(201, "{\"id\":\"acme\"}");

    assertThat(CommandRun.of(api, CreateCustomerCommand::new, "acme").lines())
        .containsExactly(
            "Customer acme is ready. Create a key for it: posthorn keys create --role manager"
                + " --scope acme");
    assertThat(api.lines()).containsExactly("PUT /api/v1/customers/acme");
  }

  @Test
  void deleting_asks_with_numbers_and_shows_progress_until_all_is_erased() {
    api.responds(OVERVIEW)
        .responds(202, "{\"id\":\"acme\",\"erasing\":{\"erasedEvents\":0}}")
        .responds("{\"id\":\"acme\",\"erasing\":{\"erasedEvents\":1500}}")
        .responds(404, "{\"title\":\"Not found\",\"detail\":\"No customer acme.\"}");

    CommandRun run = CommandRun.onTerminal(api, DeleteCustomerCommand::new, "y\n", "acme");

    assertThat(run.status()).isZero();
    assertThat(run.err())
        .startsWith(
            "Delete customer acme with 3 endpoints and 1,203 messages waiting? This cannot be"
                + " undone. [y/N] ")
        .contains("1,500 events erased so far");
    assertThat(run.lines()).containsExactly("Customer acme is deleted.");
    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/overview",
            "DELETE /api/v1/customers/acme",
            "GET /api/v1/customers/acme",
            "GET /api/v1/customers/acme");
  }

  @Test
  void deleting_counts_messages_that_wait_for_an_earlier_one_of_their_object() {
    api.responds(
        "{\"waiting\":{\"first\":1,\"retry\":2,\"order\":40,\"held\":3},\"endpoints\":{\"total\":1}}");

    CommandRun run = CommandRun.onTerminal(api, DeleteCustomerCommand::new, "n\n", "acme");

    assertThat(run.err()).contains("with 1 endpoint and 46 messages waiting?");
    assertThat(api.lines()).containsExactly("GET /api/v1/overview");
  }

  @Test
  void deleting_prints_the_last_progress_for_scripts() {
    api.responds(202, "{\"id\":\"acme\",\"erasing\":{\"erasedEvents\":7}}")
        .responds(404, "{\"title\":\"Not found\",\"detail\":\"No customer acme.\"}");

    CommandRun run = CommandRun.of(api, DeleteCustomerCommand::new, "acme", "--yes", "-o", "json");

    assertThat(run.lines()).containsExactly("{\"id\":\"acme\",\"erasing\":{\"erasedEvents\":7}}");
  }

  @Test
  void deleting_without_a_terminal_needs_a_yes() {
    CommandRun run = CommandRun.of(api, DeleteCustomerCommand::new, "acme");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("Cannot ask for confirmation without a terminal: add --yes.");
    assertThat(api.calls()).isEmpty();
  }
}
