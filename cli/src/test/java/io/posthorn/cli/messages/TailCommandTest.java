package io.posthorn.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn tail}. It is 10:15. */
final class TailCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void what_was_there_before_is_not_told() {
    api.answers(page(message("msg_1", "delivered", 1)));
    api.answers(page(message("msg_1", "delivered", 1)));

    CommandRun run = tail(2, "--endpoint=ep_1", "--subscription=sub_1", "--obj-id=7");

    assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    String line = "GET /api/v1/messages?endpoint=ep_1&subscription=sub_1&objId=7&limit=200";
    assertThat(api.lines()).containsExactly(line, line);
  }

  @Test
  void each_attempt_and_each_change_of_state_is_a_line() {
    api.answers(page());
    api.answers(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"limit\"")));
    api.answers(
        page(
            message(
                "msg_1",
                "waiting",
                1,
                "\"waitsFor\":\"slot\",\"nextAttemptAt\":\"2026-11-15T10:16:25Z\"")));
    api.answers(detail(attempt(1, 503, false)));
    api.answers(page(message("msg_1", "delivered", 2)));
    api.answers(detail(attempt(1, 503, false) + "," + attempt(2, 200, true)));

    CommandRun run = tail(4);

    assertThat(run.lines())
        .containsExactly(
            "10:14:00  msg_1  UPDATE TASK 42  accepted",
            "10:15:00  msg_1  UPDATE TASK 42  next waits for the in-flight limit",
            "10:14:01  msg_1  UPDATE TASK 42  attempt 1: answer 503, 25 ms",
            "10:15:00  msg_1  UPDATE TASK 42  next at 10:16:25",
            "10:14:02  msg_1  UPDATE TASK 42  attempt 2: answer 200, 25 ms",
            "10:14:30  msg_1  UPDATE TASK 42  delivered");
  }

  @Test
  void as_json_each_attempt_is_a_line_and_nothing_else_is() {
    api.answers(page());
    api.answers(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"limit\"")));
    api.answers(page(message("msg_1", "delivered", 1)));
    api.answers(detail(attempt(1, 200, true)));

    CommandRun run = tail(3, "--json");

    assertThat(run.lines()).hasSize(1);
    assertThat(run.lines().getFirst())
        .startsWith("{")
        .contains("\"messageId\":\"msg_1\"", "\"number\":1", "\"status\":200")
        .endsWith("}");
  }

  @Test
  void the_oldest_change_comes_first_and_nothing_is_told_twice() {
    api.answers(page());
    api.answers(page(message("msg_2", "inFlight", 0), message("msg_1", "dropped", 0)));
    api.answers(page(message("msg_2", "inFlight", 0), message("msg_1", "dropped", 0)));

    assertThat(tail(3).lines())
        .containsExactly(
            "10:14:00  msg_1  UPDATE TASK 42  accepted",
            "10:14:30  msg_1  UPDATE TASK 42  dropped (expired)",
            "10:14:00  msg_2  UPDATE TASK 42  accepted",
            "10:15:00  msg_2  UPDATE TASK 42  in flight");
  }

  @Test
  void it_looks_back_to_what_had_not_ended() {
    api.answers(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"frozen\"")));
    api.answers(pageBefore("msg_2", message("msg_2", "inFlight", 0)));
    api.answers(page(message("msg_1", "cancelled", 0)));

    CommandRun run = tail(2);

    assertThat(api.lines()).endsWith("GET /api/v1/messages?limit=200&cursor=msg_2");
    assertThat(run.out()).contains("msg_1  UPDATE TASK 42  cancelled").contains("msg_2");
  }

  @Test
  void it_looks_at_five_pages_and_no_more() {
    api.answers(page(message("msg_1", "waiting", 0)));
    for (int i = 0; i < 6; i++) {
      api.answers(pageBefore("next", message("msg_new" + i, "delivered", 0)));
    }

    tail(2);

    assertThat(api.calls()).hasSize(1 + 5);
  }

  @Test
  void a_server_that_says_no_ends_it() {
    api.answers(403, "{\"title\":\"Forbidden\",\"detail\":\"This key may not read.\"}");

    CommandRun run = tail(5);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("403 Forbidden: This key may not read.");
  }

  /** Runs until the given number of looks was taken; then it is interrupted. */
  private CommandRun tail(int looks, String... arguments) {
    AtomicInteger slept = new AtomicInteger();
    CommandContext context =
        new CommandContext(
            Map.of("POSTHORN_URL", api.url()),
            CommandRun.CLOCK,
            time -> {
              if (slept.incrementAndGet() == looks) {
                throw new InterruptedException("Ctrl-C");
              }
            },
            new ByteArrayInputStream(new byte[0]),
            false);
    return CommandRun.of(new TailCommand(context), arguments);
  }

  private static String page(String... messages) {
    return "{\"data\":[" + String.join(",", messages) + "],\"nextCursor\":null}";
  }

  private static String pageBefore(String next, String message) {
    return "{\"data\":[" + message + "],\"nextCursor\":\"" + next + "\"}";
  }

  private static String message(String id, String status, int attempts) {
    String reason = status.equals("dropped") ? "\"expired\"" : "null";
    return message(id, status, attempts, "\"reason\":" + reason);
  }

  private static String message(String id, String status, int attempts, String more) {
    return """
        {"id":"%s","status":"%s","attemptCount":%d,%s,"eventType":"UPDATE","objCode":"TASK",
         "objId":"42","acceptedAt":"2026-11-15T10:14:00Z","endedAt":"2026-11-15T10:14:30Z"}
        """
        .formatted(id, status, attempts, more);
  }

  private static String detail(String attempts) {
    return """
        {"id":"msg_1","eventType":"UPDATE","objCode":"TASK","objId":"42","attempts":[%s]}
        """
        .formatted(attempts);
  }

  private static String attempt(int number, int status, boolean success) {
    return """
        {"number":%d,"status":%d,"success":%b,"durationMillis":25,
         "recordedAt":"2026-11-15T10:14:0%dZ"}
        """
        .formatted(number, status, success, number);
  }
}
