package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.server.settings.Settings.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The operator's log. */
final class DeliveryLogTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void an_error_that_a_call_ran_into_is_one_line_with_the_id_that_the_caller_knows() {
    log(LogFormat.TEXT).unexpected("GET /api/v1/keys", "order-66", new IllegalStateException("a"));

    assertThat(line())
        .contains("event=error what=\"GET /api/v1/keys\" request=order-66 error=")
        .contains("IllegalStateException: a");
  }

  @Test
  void what_was_said_before_the_end_is_written() {
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
  void an_error_without_a_call_names_none() {
    log(LogFormat.JSON).unexpected("the store", new IllegalStateException("a"));

    assertThat(line()).contains("\"event\":\"error\",\"what\":\"the store\",\"error\":");
  }

  private DeliveryLog log(LogFormat format) {
    return new DeliveryLog(format, new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  /** The only line, once it is there. */
  private String line() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> out.toString(StandardCharsets.UTF_8).endsWith("\n"));
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(1);
    return text;
  }
}
