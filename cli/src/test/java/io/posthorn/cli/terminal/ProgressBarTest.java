package io.posthorn.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The progress bar. */
final class ProgressBarTest {
  private final StringWriter shown = new StringWriter();

  @Test
  void it_shows_the_number_done_and_the_rate() {
    ProgressBar bar = new ProgressBar(new PrintWriter(shown), false, "messages");

    bar.show(10, 100, Duration.ofMillis(999));
    bar.show(50, 100, Duration.ofSeconds(2));

    assertThat(shown.toString().lines())
        .containsExactly(
            "[" + "#".repeat(4) + ".".repeat(36) + "] 10 of 100 messages",
            "[" + "#".repeat(20) + ".".repeat(20) + "] 50 of 100 messages, 25/s");
  }

  @Test
  void a_shorter_line_leaves_nothing_of_a_longer_one_on_the_terminal() {
    ProgressBar bar = new ProgressBar(new PrintWriter(shown), true, "messages");

    bar.show(10_000, 0);
    bar.show(9, 0);

    assertThat(shown.toString()).isEqualTo("\r10,000 messages so far\r9 messages so far     ");
  }
}
