package io.posthorn.cli;

import io.posthorn.client.ScriptedApi;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One run of a command: its exit status and its output. */
public record CommandRun(int status, String out, String err) {
  public static final Instant NOW = Instant.parse("2026-11-15T10:15:00Z");
  public static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  public static CommandContext context(Map<String, String> environment, String input) {
    return context(environment, input, false);
  }

  private static CommandContext context(
      Map<String, String> environment, String input, boolean terminal) {
    return new CommandContext(
        environment,
        CLOCK,
        time -> {},
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        terminal);
  }

  /** Runs a command on a terminal, where a user types. */
  public static CommandRun onTerminal(
      ScriptedApi api,
      Function<CommandContext, Object> command,
      String typed,
      String... arguments) {
    return of(command.apply(context(Map.of("POSTHORN_URL", api.url()), typed, true)), arguments);
  }

  /** Runs a command against a scripted API. */
  public static CommandRun of(
      ScriptedApi api, Function<CommandContext, Object> command, String... arguments) {
    return of(command.apply(context(Map.of("POSTHORN_URL", api.url()), "")), arguments);
  }

  public static CommandRun of(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        PosthornCommandLine.of(command)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(status, out.toString(), err.toString());
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
