package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Help texts and usage errors. */
final class HelpTest {
  @Test
  void each_command_is_listed_with_one_whole_sentence_on_one_line() {
    CommandRun run = CommandRun.of(new Posthorn(), "--help");

    List<String> commands =
        run.lines().stream().dropWhile(line -> !line.equals("Commands:")).skip(1).toList();
    assertThat(run.status()).isZero();
    assertThat(commands)
        .hasSameSizeAs(
            new CommandLine(new Posthorn())
                .getSubcommands().values().stream()
                    .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                    .toList())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80).endsWith("."));
  }

  @Test
  void without_a_command_all_of_them_are_shown() {
    CommandRun run = CommandRun.of(new Posthorn());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("Commands:").contains("  serve ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          why                           | Missing required parameter: 'MESSAGE' | posthorn why
          why evt_1                     | "evt_1" is not a message ID. Message IDs begin with msg_ | posthorn why
          replay nonsense               | Message IDs begin with msg_             | posthorn replay
          send no-such-file.json        | no-such-file.json                     | posthorn send
          keys                          | create, list or revoke                | posthorn keys
          keys list --colour            | Unknown option: '--colour'            | posthorn keys list
          messages --since=yesterday    | is not a duration                     | posthorn messages
          """)
  void a_usage_error_prints_one_line_and_points_to_the_help(
      String line, String wrong, String command) {
    CommandRun run = CommandRun.of(new Posthorn(), line.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.err()).contains(wrong).contains("See '" + command + " --help'.");
  }

  @Test
  void a_misspelt_command_gets_a_suggestion() {
    assertThat(CommandRun.of(new Posthorn(), "replai").err())
        .contains("replai")
        .contains("replay")
        .endsWith("See 'posthorn --help'." + System.lineSeparator());
  }

  @Test
  void every_command_is_one_of_posthorn_and_has_an_example() {
    CommandLine posthorn = new CommandLine(new Posthorn());
    List<String> commands =
        List.of(
            "send",
            "listen",
            "tail",
            "why",
            "messages",
            "replay",
            "cancel",
            "retry",
            "endpoints",
            "enable",
            "pause",
            "keys",
            "backup",
            "restore",
            "parked");

    assertThat(posthorn.getSubcommands().keySet()).containsAll(commands);
    posthorn
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (commands.contains(name)) {
                assertThat(command.getUsageMessage()).contains("Examples:", "  posthorn " + name);
              }
            });
  }
}
