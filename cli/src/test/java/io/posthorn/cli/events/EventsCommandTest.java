package io.posthorn.cli.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn events}. It is 10:15. */
final class EventsCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  private static final String EVENT =
      """
      {"id":"evt_1","objCode":"TASK","eventType":"UPDATE","objId":"42",
       "acceptedAt":"2026-11-15T10:00:00Z","hasPayload":true,
       "messages":[{"id":"msg_1","subscriptionId":"sub_1","endpointId":"ep_1","status":"delivered"},
                   {"id":"msg_2","subscriptionId":"sub_2","endpointId":"ep_2","status":"waiting"}]%s}
      """;

  @Test
  void events_are_searched_and_unmatched_ones_say_so() {
    api.responds(
        "{\"data\":["
            + EVENT.formatted("")
            + ",{\"id\":\"evt_0\",\"objCode\":\"TASK\",\"eventType\":\"CREATE\",\"messages\":[],"
            + "\"acceptedAt\":\"2026-11-15T09:00:00Z\"}],\"nextCursor\":null}");

    CommandRun run =
        CommandRun.of(
            api,
            EventsCommand::new,
            "--obj-code=TASK",
            "--event-type=UPDATE",
            "--obj-id=42",
            "--unmatched",
            "--since=2h",
            "--until=10:10");

    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/events?objCode=TASK&eventType=UPDATE&objId=42&matched=false"
                + "&from=2026-11-15T08%3A15%3A00Z&to=2026-11-15T10%3A10%3A00Z&limit=50");
    assertThat(run.lines())
        .containsExactly(
            "ID     ACCEPTED  EVENT           MESSAGES",
            "evt_1  10:00:00  UPDATE TASK 42  1 delivered, 1 waiting",
            "evt_0  09:00:00  CREATE TASK     none: nothing matched");
  }

  @Test
  void one_event_is_shown_with_its_states_and_messages() {
    api.responds(EVENT.formatted(",\"newState\":{\"total\":1.50},\"oldState\":null"));

    assertThat(CommandRun.of(api, EventsCommand::new, "evt_1").lines())
        .containsExactly(
            "evt_1  UPDATE TASK 42",
            "Accepted  10:00:00",
            "New       {\"total\":1.5}",
            "Message   msg_1  delivered  of sub_1 to ep_1",
            "Message   msg_2  waiting  of sub_2 to ep_2");
    assertThat(api.lines()).containsExactly("GET /api/v1/events/evt_1");
  }

  @Test
  void matched_and_unmatched_exclude_each_other() {
    assertThat(CommandRun.of(api, EventsCommand::new, "--matched", "--unmatched").status())
        .isEqualTo(2);
    assertThat(api.calls()).isEmpty();
  }
}
