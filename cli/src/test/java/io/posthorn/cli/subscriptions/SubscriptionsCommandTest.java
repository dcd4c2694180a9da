package io.posthorn.cli.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn subscriptions} and its subcommands. It is 10:15. */
final class SubscriptionsCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  private static final String SUBSCRIPTION =
      """
      {"id":"sub_1","customerId":"default","endpointId":"ep_1","objCode":"TASK",
       "eventType":"UPDATE","objId":null,"url":"https://a.example/hook","authToken":"****3456",
       "filters":[{"fieldName":"status","comparison":"eq","fieldValue":"INP","state":"newState"},
                  {"type":"group","connector":"OR","filters":[
                    {"fieldName":"total","comparison":"gte","fieldValue":100},
                    {"fieldName":"name","comparison":"changed"}]}],
       "filterConnector":"AND","version":"v2","format":"workfront","description":"Tasks",
       "createdAt":"2026-11-15T10:00:00Z"%s}
      """;

  @Test
  void a_subscription_is_created_and_printed_with_its_secret() {
    api.responds(201, SUBSCRIPTION.formatted(",\"signingSecret\":\"whsec_1\""));

    CommandRun run =
        CommandRun.of(
            api,
            SubscriptionsCommand::new,
            "create",
            "--url=" + api.url(),
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--to=https://a.example/hook",
            "--filter=status eq INP",
            "--filter=total gte 100",
            "--filter=old:name changed",
            "--filter=note eq \"100\"",
            "--match-any",
            "--auth-token=token-123456",
            "--description=Tasks");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\",\"url\":\"https://a.example/hook\","
                + "\"authToken\":\"token-123456\",\"filters\":["
                + "{\"fieldName\":\"status\",\"fieldValue\":\"INP\",\"comparison\":\"eq\"},"
                + "{\"fieldName\":\"total\",\"fieldValue\":100,\"comparison\":\"gte\"},"
                + "{\"fieldName\":\"name\",\"comparison\":\"changed\",\"state\":\"oldState\"},"
                + "{\"fieldName\":\"note\",\"fieldValue\":\"100\",\"comparison\":\"eq\"}],"
                + "\"filterConnector\":\"OR\",\"description\":\"Tasks\"}");
    assertThat(run.lines())
        .startsWith(
            "sub_1  UPDATE TASK",
            "To           https://a.example/hook",
            "Endpoint     ep_1",
            "Filters      status eq \"INP\" and (total gte 100 or name changed)",
            "Body         workfront, v2",
            "Token        ****3456",
            "Description  Tasks")
        .endsWith("Secret       whsec_1");
  }

  @Test
  void the_list_can_be_searched() {
    api.responds("{\"data\":[],\"nextCursor\":null}");

    CommandRun run = CommandRun.of(api, SubscriptionsCommand::new, "--search", "weekly report");

    assertThat(run.status()).isZero();
    assertThat(api.lines().getFirst())
        .startsWith("GET /api/v1/subscriptions?")
        .contains("q=weekly+report");
    assertThat(run.lines()).containsExactly("No subscriptions match.");
  }

  @Test
  void a_group_of_filters_is_written_as_it_is_printed() {
    api.responds(SUBSCRIPTION.formatted(""));

    CommandRun.of(
        api,
        EditSubscriptionCommand::new,
        "sub_1",
        "--filter=status eq INP",
        "--filter=(total gte 100 or old:name changed)",
        "--filter=( note eq \"this or \\\"that\\\" and more\" and note ne and so on)");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"filters\":["
                + "{\"fieldName\":\"status\",\"fieldValue\":\"INP\",\"comparison\":\"eq\"},"
                + "{\"type\":\"group\",\"connector\":\"OR\",\"filters\":["
                + "{\"fieldName\":\"total\",\"fieldValue\":100,\"comparison\":\"gte\"},"
                + "{\"fieldName\":\"name\",\"comparison\":\"changed\",\"state\":\"oldState\"}]},"
                + "{\"type\":\"group\",\"connector\":\"AND\",\"filters\":["
                + "{\"fieldName\":\"note\",\"fieldValue\":\"this or \\\"that\\\" and more\","
                + "\"comparison\":\"eq\"},"
                + "{\"fieldName\":\"note\",\"comparison\":\"ne\"},"
                + "{\"fieldName\":\"so\",\"comparison\":\"on\"}]}],\"filterConnector\":\"AND\"}");
  }

  @Test
  void a_group_that_is_none_is_a_usage_error_with_an_example() {
    for (String group :
        List.of(
            "(total gte 100)", "(a eq 1 or b eq 2 and c eq 3)", "((a eq 1 or b eq 2) or c eq 3)")) {
      CommandRun run = CommandRun.of(api, EditSubscriptionCommand::new, "sub_1", "--filter", group);

      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("is not a").contains("'--filter'").contains("status eq paid");
    }
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void ordering_is_set_shown_and_removed() {
    api.responds(201, SUBSCRIPTION.formatted(",\"ordering\":\"object\""))
        .responds(SUBSCRIPTION.formatted(""));

    CommandRun created =
        CommandRun.of(
            api,
            CreateSubscriptionCommand::new,
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--to=https://a.example/",
            "--ordering=object");
    CommandRun edited = CommandRun.of(api, EditSubscriptionCommand::new, "sub_1", "--ordering=");

    assertThat(api.calls().getFirst().body()).endsWith("\"ordering\":\"object\"}");
    assertThat(created.lines()).contains("Ordering     object");
    assertThat(api.calls().getLast().body()).isEqualTo("{\"ordering\":null}");
    assertThat(edited.lines()).noneMatch(line -> line.startsWith("Ordering"));
  }

  @Test
  void a_refusal_names_the_option() {
    api.responds(
        400,
        """
        {"title":"Bad request","detail":"url must be https.",
         "errors":[{"pointer":"/url","detail":"url must be https."}]}
        """);

    CommandRun run =
        CommandRun.of(
            api,
            CreateSubscriptionCommand::new,
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--to=http://a.example/");

    assertThat(run.err().strip()).isEqualTo("400 Bad request: --to: url must be https.");
  }

  @Test
  void warnings_are_printed_beside_the_subscription() {
    api.responds(
        201,
        SUBSCRIPTION.formatted(
            ",\"warnings\":[{\"pointer\":\"/url\",\"detail\":\"No such host.\"}]"));

    CommandRun run =
        CommandRun.of(
            api,
            CreateSubscriptionCommand::new,
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--to=http://a.example/");

    assertThat(run.status()).isZero();
    assertThat(run.err().strip()).isEqualTo("Warning: No such host.");
  }

  @Test
  void a_row_has_the_state_and_the_last_outcome_of_its_endpoint() {
    api.responds("{\"data\":[" + SUBSCRIPTION.formatted("") + "],\"nextCursor\":\"sub_1\"}")
        .responds(
            "{\"id\":\"ep_1\",\"status\":\"disabled\",\"lastFailureAt\":\"2026-11-15T10:14:00Z\"}");

    CommandRun run = CommandRun.of(api, SubscriptionsCommand::new, "--limit=1");

    assertThat(api.lines())
        .containsExactly("GET /api/v1/subscriptions?limit=1", "GET /api/v1/endpoints/ep_1");
    assertThat(run.lines().getFirst()).matches("ID +EVENTS +FILTERS +ENDPOINT +LAST +URL");
    assertThat(run.lines().getLast())
        .startsWith("sub_1  UPDATE TASK")
        .contains("disabled  failed 10:14:00  https://a.example/hook");
    assertThat(run.err().strip()).isEqualTo("more: --cursor sub_1");
  }

  @Test
  void only_the_given_options_are_changed_and_an_empty_text_removes() {
    api.responds(SUBSCRIPTION.formatted("")).responds(SUBSCRIPTION.formatted(""));

    CommandRun.of(
        api, EditSubscriptionCommand::new, "sub_1", "--to=https://b.example/", "--auth-token=");
    CommandRun.of(api, EditSubscriptionCommand::new, "sub_1", "--no-filters");

    assertThat(api.lines())
        .containsExactly("PATCH /api/v1/subscriptions/sub_1", "PATCH /api/v1/subscriptions/sub_1");
    assertThat(api.calls().getFirst().body())
        .isEqualTo("{\"url\":\"https://b.example/\",\"authToken\":null}");
    assertThat(api.calls().getLast().body())
        .isEqualTo("{\"filters\":[],\"filterConnector\":\"AND\"}");
  }

  @Test
  void an_edit_without_a_change_is_a_usage_error() {
    assertThat(CommandRun.of(api, EditSubscriptionCommand::new, "sub_1").err())
        .startsWith("Nothing to change: give at least one option, such as --to or --filter.");
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void one_is_deleted() {
    api.responds(204, "");

    assertThat(CommandRun.of(api, DeleteSubscriptionCommand::new, "sub_1").lines())
        .containsExactly("sub_1 is deleted.");
    assertThat(api.lines()).containsExactly("DELETE /api/v1/subscriptions/sub_1");
  }

  @Test
  void the_exit_code_of_a_test_follows_the_receiver() {
    api.responds("{\"success\":true,\"status\":200,\"durationMillis\":12,\"response\":\"ok\"}")
        .responds(
            "{\"success\":false,\"error\":\"refused\",\"detail\":\"no port\",\"durationMillis\":1}");

    CommandRun good = CommandRun.of(api, TestSubscriptionCommand::new, "sub_1");
    CommandRun bad = CommandRun.of(api, TestSubscriptionCommand::new, "sub_1");

    assertThat(good.status()).isZero();
    assertThat(good.lines()).containsExactly("OK: status 200 in 12 ms, response \"ok\"");
    assertThat(bad.status()).isEqualTo(1);
    assertThat(bad.lines()).containsExactly("Failed: refused (no port) in 1 ms");
  }

  @Test
  void an_existing_subscription_is_tried_on_recent_events() {
    api.responds(SUBSCRIPTION.formatted(""))
        .responds(
            """
            {"data":[{"id":"evt_2","objCode":"TASK","eventType":"UPDATE","objId":"7",
                      "orderingKey":"TASK/7","matches":true,"refusals":[]},
                     {"id":"evt_1","objCode":"TASK","eventType":"UPDATE","matches":false,"refusals":[
                       {"pointer":"/filters/0","fieldName":"status","comparison":"eq",
                        "expected":"\\"INP\\"","saw":"absent","reason":null}]}]}
            """);

    CommandRun run = CommandRun.of(api, DryRunSubscriptionCommand::new, "sub_1");

    assertThat(api.lines())
        .containsExactly("GET /api/v1/subscriptions/sub_1", "POST /api/v1/subscriptions/dryRun");
    assertThat(api.calls().getLast().body()).contains("\"fieldName\":\"status\"");
    assertThat(run.lines())
        .containsExactly(
            "  matches  evt_2 UPDATE TASK 7, in the order of TASK/7",
            "  no       evt_1 UPDATE TASK",
            "           status eq \"INP\": saw absent");
  }

  @Test
  void a_draft_is_tried_on_an_event() {
    api.responds("{\"data\":[]}");

    CommandRun.of(
        api,
        DryRunSubscriptionCommand::new,
        "--obj-code=TASK",
        "--event-type=UPDATE",
        "--event={\"objCode\": \"TASK\"}");

    assertThat(api.calls().getFirst().body())
        .isEqualTo(
            "{\"subscription\":{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\","
                + "\"url\":\"https://receiver.example/\"},\"event\":{\"objCode\": \"TASK\"}}");
  }

  @Test
  void one_is_shown_as_yaml() {
    api.responds("{\"id\":\"sub_1\",\"filters\":[],\"objId\":null,\"base64Encoding\":false}");

    assertThat(CommandRun.of(api, SubscriptionsCommand::new, "sub_1", "-o", "yaml").lines())
        .containsExactly("id: sub_1", "filters: []", "objId: null", "base64Encoding: false");
  }

  @Test
  void a_misspelt_subcommand_gets_a_suggestion() {
    CommandRun run = CommandRun.of(api, SubscriptionsCommand::new, "creat");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("Unknown subcommand: \"creat\". Did you mean: create?");
    assertThat(CommandRun.of(api, SubscriptionsCommand::new, "evt_1").err())
        .startsWith("\"evt_1\" is not a subscription ID. Subscription IDs begin with sub_;");
    assertThat(api.calls()).isEmpty();
  }
}
