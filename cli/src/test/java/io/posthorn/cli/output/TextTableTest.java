package io.posthorn.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.cli.options.DurationOption;
import io.posthorn.cli.output.TextTable.Column;
import io.posthorn.cli.terminal.TimeText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Printing of tables, times and untrusted text. */
final class TextTableTest {
  @Test
  void columns_are_aligned() {
    TextTable table = new TextTable(Column.text("NAME"), Column.number("N"), Column.wide("REST"));
    table.row("a", "1", "x");
    table.row("long name", "1,000", "");

    assertThat(lines(table))
        .containsExactly("NAME           N  REST", "a              1  x", "long name  1,000");
  }

  @Test
  void wide_columns_shrink_so_that_a_row_fits_100_columns() {
    TextTable table = new TextTable(Column.text("ID"), Column.wide("URL"), Column.wide("TEXT"));
    table.row("i".repeat(30), "u".repeat(90), "t".repeat(20));

    assertThat(lines(table).getLast())
        .hasSize(100)
        .isEqualTo("i".repeat(30) + "  " + "u".repeat(44) + "..  " + "t".repeat(20));
  }

  @Test
  void a_cell_cannot_break_its_row() {
    TextTable table = new TextTable(Column.text("A"), Column.text("B"));
    table.row("x\ny", "\u001b[0m\u200b");

    assertThat(lines(table)).containsExactly("A         B", "x\\u000ay  \\u001b[0m\\u200b");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.5S, 0 seconds",
    "PT1S, 1 second",
    "PT119S, 119 seconds",
    "PT2M, 2 minutes",
    "PT119M, 119 minutes",
    "PT2H, 2 hours",
    "PT47H59M, 47 hours",
    "PT48H, 2 days",
    "P1000D, '1,000 days'"
  })
  void a_duration_is_printed_in_its_largest_unit(Duration time, String words) {
    assertThat(TimeText.words(time)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, now", "999, now", "1000, in 1 second", "-1000, 1 second ago", "-999, now"})
  void a_time_is_printed_as_ahead_or_ago(long millis, String words) {
    assertThat(new TimeText(CommandRun.CLOCK).distance(CommandRun.NOW.plusMillis(millis)))
        .isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "30s, PT30S", "10m, PT10M", "2h, PT2H", "7d, P7D"})
  void durations_are_written_as_in_the_settings(String text, Duration duration) {
    assertThat(new DurationOption().convert(text)).isEqualTo(duration);
  }

  private static List<String> lines(TextTable table) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    table.print(out);
    out.flush();
    return text.toString().lines().toList();
  }
}
