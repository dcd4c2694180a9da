package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.posthorn.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command {@code posthorn completion}. */
final class CompletionTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          posthorn subsc                        | subscriptions
          posthorn subscriptions dry            | dry-run
          posthorn messages --sta               | --status
          posthorn completion f                 | fish
          """)
  void bash_completes_commands_options_and_values(String line, String completed)
      throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no bash");
    String script = CommandRun.of(new Posthorn(), "completion", "bash").out();
    Path file = Files.writeString(directory.resolve("completion.bash"), script);

    assertThat(
            bash(
                """
                source %s
                COMP_WORDS=(%s)
                COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
                _complete_posthorn
                printf '%%s\n' "${COMPREPLY[@]}"
                """
                    .formatted(file, line)))
        .contains(completed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void the_shell_reads_its_script_without_an_error(String shell)
      throws IOException, InterruptedException {
    assumeTrue(installed(shell), "there is no " + shell);
    String script = CommandRun.of(new Posthorn(), "completion", shell).out();
    Path file = Files.writeString(directory.resolve("completion." + shell), script);

    assertThat(run(shell, "-n", file.toString())).isEmpty();
  }

  @Test
  void zsh_loads_its_script_and_completes_posthorn() throws IOException, InterruptedException {
    assumeTrue(installed("zsh"), "there is no zsh");
    String script = CommandRun.of(new Posthorn(), "completion", "zsh").out();
    Path file = Files.writeString(directory.resolve("completion.zsh"), script);

    String load = "autoload -U compinit; compinit -u; source " + file;
    String loaded = run("zsh", "-f", "-c", load + "; print -r -- $_comps[posthorn]");

    assertThat(loaded).contains("_complete_posthorn");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          posthorn subsc                        | subscriptions
          posthorn subscriptions dry            | dry-run
          posthorn messages --sta               | --status
          posthorn completion f                 | fish
          """)
  void fish_completes_commands_options_and_values(String line, String completed)
      throws IOException, InterruptedException {
    assumeTrue(installed("fish"), "there is no fish");
    String script = CommandRun.of(new Posthorn(), "completion", "fish").out();
    Path file = Files.writeString(directory.resolve("completion.fish"), script);

    String complete = "source %s; complete -C'%s'".formatted(file, line);

    assertThat(run("fish", "--no-config", "-c", complete)).contains(completed);
  }

  private static boolean installed(String shell) {
    return Stream.of("/bin/", "/usr/bin/").anyMatch(at -> Files.exists(Path.of(at + shell)));
  }

  private String bash(String commands) throws IOException, InterruptedException {
    return run("bash", "-c", commands);
  }

  /** Runs a shell with a home of its own. */
  private String run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", directory.toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  @Test
  void the_script_for_zsh_loads_its_emulation_of_bash() {
    assertThat(CommandRun.of(new Posthorn(), "completion", "zsh").out()).contains("bashcompinit");
  }

  @Test
  void the_script_for_fish_has_every_command_and_option() {
    String script = CommandRun.of(new Posthorn(), "completion", "fish").out();

    check(script, "posthorn", new CommandLine(new Posthorn()));
    assertThat(script)
        .contains(
            "complete -c posthorn -n '__posthorn_at posthorn messages' -l status -x -a 'waiting"
                + " inFlight delivered dropped cancelled'")
        .contains("complete -c posthorn -n '__posthorn_at posthorn send' -F")
        .contains("complete -c posthorn -n '__posthorn_at posthorn completion' -a 'bash zsh fish'")
        .contains("'posthorn subscriptions create'");
  }

  private static void check(String script, String path, CommandLine command) {
    String at = "-n '__posthorn_at " + path + "' ";
    for (OptionSpec option : command.getCommandSpec().options()) {
      String name = option.longestName();
      assertThat(script.lines().filter(line -> line.contains(at)))
          .as(path + " " + name)
          .anyMatch(line -> line.contains(" -l " + name.substring(2)));
    }
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              if (!subcommand.getCommandSpec().usageMessage().hidden()) {
                assertThat(script).contains(at + "-a " + name);
                check(script, path + " " + name, subcommand);
              }
            });
  }
}
