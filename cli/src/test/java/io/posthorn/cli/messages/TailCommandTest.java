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
  void earlier_messages_are_not_printed() {
    api.responds(page(message("msg_1", "delivered", 1)));
    api.responds(page(message("msg_1", "delivered", 1)));

    CommandRun run = tail(2, "--endpoint=ep_1", "--subscription=sub_1", "--obj-id=7");

    assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    String line = "GET /api/v1/messages?endpoint=ep_1&subscription=sub_1&objId=7&limit=200";
    assertThat(api.lines()).containsExactly(line, line);
  }

  @Test
  void each_attempt_and_each_change_of_state_is_a_line() {
    api.responds(page());
    api.responds(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"limit\"")));
    api.responds(
        page(
            message(
                "msg_1",
                "waiting",
                1,
                "\"waitsFor\":\"slot\",\"nextAttemptAt\":\"2026-11-15T10:16:25Z\"")));
    api.responds(detail(attempt(1, 503, false)));
    api.responds(page(message("msg_1", "delivered", 2)));
    api.responds(detail(attempt(1, 503, false) + "," + attempt(2, 200, true)));

    CommandRun run = tail(4);

    assertThat(run.lines())
        .containsExactly(
            "10:14:00  msg_1  UPDATE TASK 42  accepted",
            "10:15:00  msg_1  UPDATE TASK 42  next waits for the in-flight limit",
            "10:14:01  msg_1  UPDATE TASK 42  attempt 1: status 503, 25 ms",
            "10:15:00  msg_1  UPDATE TASK 42  next at 10:16:25",
            "10:14:02  msg_1  UPDATE TASK 42  attempt 2: status 200, 25 ms",
            "10:14:30  msg_1  UPDATE TASK 42  delivered");
  }

  @Test
  void as_json_only_attempts_are_printed_one_per_line() {
    api.responds(page());
    api.responds(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"limit\"")));
    api.responds(page(message("msg_1", "delivered", 1)));
    api.responds(detail(attempt(1, 200, true)));

    CommandRun run = tail(3, "--json");

    assertThat(run.lines()).hasSize(1);
    assertThat(run.lines().getFirst())
        .startsWith("{")
        .contains("\"messageId\":\"msg_1\"", "\"number\":1", "\"status\":200")
        .endsWith("}");
  }

  @Test
  void the_oldest_change_comes_first_and_nothing_is_printed_twice() {
    api.responds(page());
    api.responds(page(message("msg_2", "inFlight", 0), message("msg_1", "dropped", 0)));
    api.responds(page(message("msg_2", "inFlight", 0), message("msg_1", "dropped", 0)));

    assertThat(tail(3).lines())
        .containsExactly(
            "10:14:00  msg_1  UPDATE TASK 42  accepted",
            "10:14:30  msg_1  UPDATE TASK 42  dropped (expired)",
            "10:14:00  msg_2  UPDATE TASK 42  accepted",
            "10:15:00  msg_2  UPDATE TASK 42  in flight");
  }

  @Test
  void it_keeps_watching_messages_that_have_not_ended() {
    api.responds(page(message("msg_1", "waiting", 0, "\"waitsFor\":\"frozen\"")));
    api.responds(pageBefore("msg_2", message("msg_2", "inFlight", 0)));
    api.responds(page(message("msg_1", "cancelled", 0)));

    CommandRun run = tail(2);

    assertThat(api.lines()).endsWith("GET /api/v1/messages?limit=200&cursor=msg_2");
    assertThat(run.out()).contains("msg_1  UPDATE TASK 42  cancelled").contains("msg_2");
  }

  @Test
  void it_reads_any_number_of_pages_and_empty_ones_up_to_a_known_message() {
    api.responds(page(message("msg_0", "delivered", 0)));
    for (int i = 20; i > 1; i--) {
      api.responds(
          i % 3 == 0
              ? emptyPageBefore("c" + i)
              : pageBefore("c" + i, message("msg_" + i, "delivered", 0)));
    }
    api.responds(page(message("msg_1", "delivered", 0), message("msg_0", "delivered", 0)));

    CommandRun run = tail(2);

    assertThat(api.calls()).hasSize(1 + 20);
    assertThat(run.lines().stream().filter(line -> line.endsWith("delivered"))).hasSize(14);
    assertThat(run.lines().getFirst()).contains("msg_1 ");
  }

  @Test
  void it_reads_a_few_pages_of_older_messages_at_a_time_and_continues_there() {
    String newest = message("msg_9", "delivered", 0);
    api.responds(page(newest, message("msg_1", "waiting", 0)));
    api.responds(pageBefore("behind", newest));
    for (int i = 0; i < 5; i++) {
      api.responds(emptyPageBefore("older" + i));
    }
    api.responds(pageBefore("behind", newest));
    api.responds(page(message("msg_1", "cancelled", 0)));

    CommandRun run = tail(3);

    assertThat(api.lines()).endsWith("GET /api/v1/messages?limit=200&cursor=older4");
    assertThat(run.out()).contains("msg_1  UPDATE TASK 42  cancelled");
  }

  @Test
  void a_refused_call_ends_it() {
    api.responds(403, "{\"title\":\"Forbidden\",\"detail\":\"This key may not read.\"}");

    CommandRun run = tail(5);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("403 Forbidden: This key may not read.");
  }

  /** Runs until it has polled this many times; then it is interrupted. */
  private CommandRun tail(int polls, String... arguments) {
    AtomicInteger slept = new AtomicInteger();
    CommandContext context =
        new CommandContext(
            Map.of("POSTHORN_URL", api.url()),
            CommandRun.CLOCK,
            time -> {
              if (slept.incrementAndGet() == polls) {
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

  private static String emptyPageBefore(String next) {
    return "{\"data\":[],\"nextCursor\":\"" + next + "\"}";
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
