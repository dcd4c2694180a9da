package io.posthorn.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.client.model.AcceptedEvent;
import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.request.NewEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending events. */
final class EventCallsTest {
  private static final String BUSY = "{\"title\":\"Busy\",\"status\":503}";

  private final ScriptedApi server = new ScriptedApi();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void an_event_is_written_with_its_states() {
    NewEvent event =
        NewEvent.builder("ORDER", "UPDATE")
            .objId("17")
            .id("order-17-v3")
            .userId("ada")
            .eventTime(Instant.EPOCH)
            .newState(Map.of("status", "paid"))
            .oldStateJson("{ \"total\": 1.50 }")
            .build();

    assertThat(event)
        .hasToString(
            "{\"id\":\"order-17-v3\",\"objCode\":\"ORDER\",\"eventType\":\"UPDATE\","
                + "\"objId\":\"17\",\"userId\":\"ada\",\"eventTime\":\"1970-01-01T00:00:00Z\","
                + "\"newState\":{\"status\":\"paid\"},\"oldState\":{ \"total\": 1.50 }}");
  }

  @Test
  void a_null_id_or_customer_is_omitted() {
    assertThat(NewEvent.ofJson("{\"id\": null, \"n\": 1, \"customerId\":null}").withId("a"))
        .hasToString("{\"id\":\"a\", \"n\": 1}");
    assertThat(NewEvent.ofJson("{ \"id\" : null }").withId("a")).hasToString("{\"id\":\"a\"}");
    assertThat(NewEvent.ofJson("{\"n\":{\"id\":null}}")).hasToString("{\"n\":{\"id\":null}}");
  }

  @Test
  void json_is_sent_as_it_was_written() {
    NewEvent event = NewEvent.ofJson(" {\"n\": 1.50, \"nested\": {\"id\": 2}}\n");

    assertThat(event).hasToString("{\"n\": 1.50, \"nested\": {\"id\": 2}}");
    assertThat(event.id()).isNull();
    assertThat(event.withId("a").withCustomerId("b\""))
        .hasToString(
            "{\"customerId\":\"b\\\"\",\"id\":\"a\",\"n\": 1.50, \"nested\": {\"id\": 2}}");
    assertThat(NewEvent.ofJson("{}").withId("a")).hasToString("{\"id\":\"a\"}");
    assertThat(NewEvent.ofJson("{\"id\":\"x\",\"customerId\":\"c\"}").customerId()).isEqualTo("c");
    assertThatThrownBy(() -> NewEvent.ofJson("{\"id\":\"x\"}").withId("y"))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "[]", "{", "{} {}", "nonsense"})
  void an_event_must_be_a_json_object(String json) {
    assertThatThrownBy(() -> NewEvent.ofJson(json)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_event_without_an_id_gets_one_and_keeps_it_when_it_is_sent_again() {
    server.closesConnection().responds(503, BUSY).responds(202, "{\"events\":[{\"id\":\"x\"}]}");

    try (PosthornClient client = server.client().build()) {
      assertThat(client.events().send(NewEvent.builder("A", "B").build())).isEqualTo("x");
    }

    List<String> bodies = server.calls().stream().map(ScriptedApi.Call::body).toList();
    assertThat(bodies).hasSizeGreaterThanOrEqualTo(3);
    assertThat(bodies.stream().distinct()).hasSize(1);
    assertThat(bodies.getFirst())
        .matches("\\[\\{\"id\":\"[0-9a-f-]{36}\",\"objCode\":\"A\",\"eventType\":\"B\"}]");
  }

  @Test
  void without_retries_the_server_creates_the_id() {
    server.responds(202, "{\"events\":[{\"id\":\"x\"}]}");

    try (PosthornClient client = server.client().retries(CallRetryPolicy.NONE).build()) {
      client.events().send(NewEvent.ofJson("{\"n\": 1}"));
    }

    assertThat(server.calls().getFirst().body()).isEqualTo("[{\"n\": 1}]");
  }

  @Test
  void many_events_are_sent_in_batches_of_1000() {
    server
        .responds(202, ids("a"))
        .responds(202, ids("b"))
        .responds(202, "{\"events\":[{\"id\":\"c\",\"messages\":0}]}");
    List<List<AcceptedEvent>> accepted = new ArrayList<>();

    try (PosthornClient client = server.client().build()) {
      client
          .events()
          .sendAll(
              IntStream.range(0, 2_001)
                  .mapToObj(n -> NewEvent.builder("A", "B").id("e" + n).build())
                  .toList(),
              accepted::add);
    }

    assertThat(accepted)
        .containsExactly(
            List.of(new AcceptedEvent("a", null)),
            List.of(new AcceptedEvent("b", null)),
            List.of(new AcceptedEvent("c", 0)));
    assertThat(server.calls().get(1).body()).startsWith("[{\"id\":\"e1000\"").endsWith("}]");
    assertThat(server.calls().get(2).body())
        .isEqualTo("[{\"id\":\"e2000\",\"objCode\":\"A\",\"eventType\":\"B\"}]");
  }

  @Test
  void large_events_are_sent_in_batches_below_16_mib() {
    server.responds(202, ids("a")).responds(202, ids("b"));
    NewEvent large =
        NewEvent.builder("A", "B").id("x").newState(Map.of("t", "x".repeat(1_000_000))).build();

    try (PosthornClient client = server.client().build()) {
      client.events().sendAll(Collections.nCopies(17, large));
    }

    assertThat(server.calls()).hasSize(2);
    assertThat(server.calls().getFirst().body().length()).isBetween(16_000_000, 16 << 20);
  }

  @Test
  void an_empty_list_makes_no_call() {
    try (PosthornClient client = server.client().build()) {
      assertThat(client.events().sendAll(List.of())).isEmpty();
    }
    assertThat(server.calls()).isEmpty();
  }

  @Test
  void a_dry_run_returns_the_matching_subscriptions() {
    server.responds(
        """
        {"events":[{"id":"x","customerId":"default","subscriptions":[
          {"id":"sub_1","endpointId":"ep_1","matches":false,
           "refusals":[{"pointer":"/filters/0","fieldName":"a","comparison":"eq","saw":"1"}]}]}]}
        """);

    try (PosthornClient client = server.client().build()) {
      List<DryRunResult> results =
          client.events().dryRun(List.of(NewEvent.builder("A", "B").build()));

      assertThat(results.getFirst().subscriptions().getFirst().refusals())
          .containsExactly(new DryRunResult.Refusal("/filters/0", "a", "eq", null, "1", null));
    }
    assertThat(server.lines()).containsExactly("POST /api/v1/events?dryRun=true");
  }

  private static String ids(String id) {
    return "{\"events\":[{\"id\":\"" + id + "\"}]}";
  }
}
