package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.server.settings.Settings.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The operator's log. */
final class DeliveryLogTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void the_error_of_a_call_is_one_line_with_the_request_id() {
    log(LogFormat.TEXT).unexpected("GET /api/v1/keys", "order-66", new IllegalStateException("a"));

    assertThat(line())
        .contains("event=error what=\"GET /api/v1/keys\" request=order-66 error=")
        .contains("IllegalStateException: a");
  }

  @Test
  void the_line_of_a_failed_attempt_says_that_its_message_is_held() {
    EndpointId endpoint = new EndpointId(1, 2);
    MessageId message = new MessageId(EventKey.of(1_000, 0, 1, 7), 0);
    Attempt attempt =
        new Attempt(
            1,
            0,
            true,
            endpoint,
            1_000,
            2_000,
            Outcome.responded(503, 5),
            MessageStatus.WAITING,
            EndReason.NONE,
            0);

    log(LogFormat.JSON).attemptRecorded(new Effect.AttemptRecorded("c", message, attempt));

    assertThat(line()).contains("\"next\":\"waiting\",\"held\":true");
  }

  /**
   * Message, endpoint, attempt number, slot, time, duration, status with the first bytes of the
   * response, and what comes next.
   */
  @Test
  void the_line_of_a_failed_attempt_has_every_field() {
    EndpointId endpoint = new EndpointId(1, 2);
    MessageId message = new MessageId(EventKey.of(1_000, 0, 1, 7), 0);
    byte[] response = "no room".getBytes(StandardCharsets.UTF_8);
    Attempt attempt =
        new Attempt(
            3,
            2,
            false,
            endpoint,
            255_400,
            255_470,
            new Outcome(507, null, 68, "", null, response),
            MessageStatus.WAITING,
            EndReason.NONE,
            594_600);

    log(LogFormat.JSON).attemptRecorded(new Effect.AttemptRecorded("acme", message, attempt));

    assertThat(line().strip())
        .isEqualTo(
            """
            {"time":"1970-01-01T00:04:15.470Z","event":"attempt_failed","customer":"acme",\
            "message":"%s","endpoint":"%s","attempt":3,"slot":2,"probe":false,\
            "startedAt":"1970-01-01T00:04:15.400Z","durationMillis":68,"resent":false,\
            "status":507,"response":"no room","next":"waiting",\
            "nextAt":"1970-01-01T00:09:54.600Z"}"""
                .formatted(message, endpoint));
  }

  @Test
  void without_a_response_it_has_the_error_kind_with_its_text_and_the_reason_of_the_end() {
    EndpointId endpoint = new EndpointId(1, 2);
    MessageId message = new MessageId(EventKey.of(1_000, 0, 1, 7), 0);
    Attempt attempt =
        new Attempt(
            12,
            11,
            false,
            endpoint,
            1_000,
            6_000,
            Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no response within 5 s"),
            MessageStatus.DROPPED,
            EndReason.RETRIES_EXHAUSTED,
            0);

    log(LogFormat.TEXT).attemptRecorded(new Effect.AttemptRecorded("acme", message, attempt));

    assertThat(line().strip())
        .endsWith(
            " event=attempt_failed customer=acme message=%s endpoint=%s attempt=12 slot=11"
                    .formatted(message, endpoint)
                + " probe=false startedAt=1970-01-01T00:00:01Z durationMillis=5000"
                + " resent=false error=timeout detail=\"no response within 5 s\" next=dropped"
                + " reason=retries_exhausted");
  }

  @Test
  void lines_logged_before_close_are_written() {
    try (DeliveryLog log = log(LogFormat.TEXT)) {
      for (int i = 0; i < 100; i++) {
        log.happened("something", "number " + i);
      }
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(100)
        .last()
        .asString()
        .contains("number 99");
  }

  @Test
  void an_error_outside_a_call_has_no_request_id() {
    log(LogFormat.JSON).unexpected("the store", new IllegalStateException("a"));

    assertThat(line()).contains("\"event\":\"error\",\"what\":\"the store\",\"error\":");
  }

  @Test
  void where_the_log_cannot_keep_up_the_number_left_out_is_logged() {
    CountDownLatch unblocked = new CountDownLatch(1);
    PrintStream blocked =
        new PrintStream(out, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            try {
              unblocked.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            super.println(line);
          }
        };
    LogWriter writer = new LogWriter(LogFormat.TEXT, blocked);
    int offered = 15_000;
    for (int i = 0; i < offered; i++) {
      writer.write("something", Map.of("number", i));
    }
    unblocked.countDown();
    writer.close();

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    List<String> leftOut =
        lines.stream().filter(line -> line.contains("event=log_lines_left_out")).toList();
    assertThat(leftOut).hasSize(1);
    int count = Integer.parseInt(leftOut.getFirst().replaceAll(".*count=", ""));
    assertThat(count).isPositive();
    assertThat(lines.size() - 1 + count).isEqualTo(offered);
  }

  private DeliveryLog log(LogFormat format) {
    return new DeliveryLog(
        new LogWriter(format, new PrintStream(out, true, StandardCharsets.UTF_8)));
  }

  /** Waits for the only line. */
  private String line() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> out.toString(StandardCharsets.UTF_8).endsWith("\n"));
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(1);
    return text;
  }
}
