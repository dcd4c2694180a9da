package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** They print a log, a report of their own, or a script, and no data of a server. */
  private static final Set<String> WITHOUT_FORMATS =
      Set.of("serve", "demo", "simulate", "restore", "completion", "help");

  @Test
  void every_command_that_prints_data_has_formats_and_can_leave_colours_out() {
    assertThat(withoutFormats("", new CommandLine(new Posthorn()))).isEmpty();
  }

  private static List<String> withoutFormats(String path, CommandLine command) {
    List<String> found = new ArrayList<>();
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              CommandLine.Model.CommandSpec spec = subcommand.getCommandSpec();
              if (spec.usageMessage().hidden() || WITHOUT_FORMATS.contains(name)) {
                return;
              }
              boolean isGroup = !subcommand.getSubcommands().isEmpty() && spec.args().size() <= 2;
              if (!isGroup
                  && (spec.findOption("--output") == null
                      || spec.findOption("--no-color") == null)) {
                found.add(path + name);
              }
              found.addAll(withoutFormats(path + name + " ", subcommand));
            });
    return found;
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
          secret                        | show, set or rotate                   | posthorn secret
          subscriptions evt_1           | Subscription IDs begin with sub_      | posthorn subscriptions
          keys list --colour            | Unknown option: '--colour'            | posthorn keys list
          messages --since=yesterday    | is neither a duration such as         | posthorn messages
          """)
  void a_usage_error_prints_one_line_and_points_to_the_help(
      String line, String wrong, String command) {
    CommandRun run = CommandRun.of(new Posthorn(), line.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.err()).contains(wrong).contains("See '" + command + " --help'.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replai           | Unknown command: replai. Did you mean: replay?
          subs             | Unknown command: subs. Did you mean: subscriptions?
          hooks            | Unknown command: hooks. Did you mean: subscriptions, endpoints?
          mesages --help   | Unknown command: mesages. Did you mean: messages?
          sub              | Unknown command: sub. Did you mean: subscriptions?
          xyzzy            | Unknown command: xyzzy.
          secret rotat     | Unknown command: rotat. Did you mean: rotate?
          """)
  void a_misspelt_command_gets_a_suggestion(String line, String suggestion) {
    CommandRun run = CommandRun.of(new Posthorn(), line.split(" ", -1));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().findFirst()).contains(suggestion);
    assertThat(run.err().lines()).hasSize(2);
  }

  @Test
  void every_command_that_calls_a_server_takes_the_same_options() {
    List<String> without =
        List.of(
            "serve",
            "demo",
            "listen",
            "secret",
            "restore",
            "parked",
            "config",
            "simulate",
            "completion",
            "help");
    visible(new CommandLine(new Posthorn()))
        .forEach(
            (name, command) -> {
              if (!without.contains(name)) {
                assertThat(command.getCommandSpec().optionsMap())
                    .as(name)
                    .containsKeys("--url", "--key", "--customer", "-o", "--json", "--no-color");
              }
            });
  }

  /** All commands by their names without the first word, such as {@code keys create}. */
  private static Map<String, CommandLine> visible(CommandLine command) {
    Map<String, CommandLine> all = new TreeMap<>();
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              if (!subcommand.getCommandSpec().usageMessage().hidden()) {
                all.put(name, subcommand);
                visible(subcommand).forEach((deeper, one) -> all.put(name + " " + deeper, one));
              }
            });
    return all;
  }

  @Test
  void every_command_is_one_of_posthorn_and_has_an_example() {
    Map<String, CommandLine> posthorn = visible(new CommandLine(new Posthorn()));
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
            "resume",
            "subscriptions",
            "events",
            "secret",
            "customers",
            "keys",
            "audit",
            "encryption-key",
            "backup",
            "restore",
            "parked",
            "version");

    assertThat(posthorn.keySet()).containsAll(commands);
    posthorn.forEach(
        (name, command) -> {
          if (commands.contains(name.split(" ", -1)[0])) {
            assertThat(command.getUsageMessage()).contains("Examples:", "  posthorn " + name);
          }
        });
  }
}
