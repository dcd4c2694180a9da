package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.Settings.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LibraryLogTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final LogWriter log =
      new LogWriter(LogFormat.JSON, new PrintStream(out, true, StandardCharsets.UTF_8));
  private Instant now = Instant.parse("2026-11-16T12:00:00Z");
  private final LibraryLog libraries = new LibraryLog(log, () -> now);

  @Test
  void a_record_of_a_library_is_one_line_with_its_exception() {
    LogRecord record = record("org.example.Client", Level.WARNING, "No\nanswer");
    record.setThrown(new IllegalStateException("closed", new IOException("reset")));

    libraries.publish(record);

    assertThat(lines())
        .singleElement()
        .asString()
        .contains(
            "\"event\":\"library_log\",\"level\":\"warning\",\"logger\":\"org.example.Client\","
                + "\"message\":\"No\\nanswer\",\"error\":\"java.lang.IllegalStateException: closed;"
                + " caused by java.io.IOException: reset\",\"at\":\"");
  }

  @Test
  void a_record_of_a_logger_of_posthorn_is_a_warning_or_an_error() {
    libraries.publish(record("io.posthorn.kafka.ShardThreads", Level.WARNING, "A thread"));
    libraries.publish(record("io.posthorn.sender.HttpSender", Level.SEVERE, "A failure"));

    assertThat(lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("\"event\":\"warning\",\"what\":\"A thread\""),
            second -> assertThat(second).contains("\"event\":\"error\",\"what\":\"A failure\""));
  }

  @Test
  void a_logger_has_ten_lines_a_minute_and_the_next_line_says_how_many_were_left_out() {
    for (int i = 0; i < LibraryLog.LINES_A_MINUTE + 7; i++) {
      libraries.publish(record("org.example.Noisy", Level.WARNING, "again"));
    }
    libraries.publish(record("org.example.Quiet", Level.WARNING, "once"));
    now = now.plusSeconds(60);
    libraries.publish(record("org.example.Noisy", Level.WARNING, "later"));

    List<String> lines = lines();
    assertThat(lines).hasSize(LibraryLog.LINES_A_MINUTE + 2);
    assertThat(lines).filteredOn(line -> line.contains("leftOut")).hasSize(1);
    assertThat(lines.getLast()).contains("\"message\":\"later\",\"leftOut\":7");
  }

  private static LogRecord record(String logger, Level level, String message) {
    LogRecord record = new LogRecord(level, message);
    record.setLoggerName(logger);
    return record;
  }

  private List<String> lines() {
    log.close();
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
