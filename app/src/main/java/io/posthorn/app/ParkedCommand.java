package io.posthorn.app;

import io.posthorn.app.boot.CommandLog;
import io.posthorn.app.boot.KafkaStart;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.options.OutputOptions;
import io.posthorn.cli.output.OutputDocument;
import io.posthorn.engine.error.StartException;
import io.posthorn.kafka.ParkedTopic;
import io.posthorn.kafka.topic.TopicsException;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn parked}. It talks to the brokers, so it needs no running node. */
@Command(
    name = "parked",
    mixinStandardHelpOptions = true,
    description = {
      "Lists, retries or drops records that shards could not process.",
      "",
      "Only on Kafka. Paused shards are listed too, and can be retried and dropped.",
      "",
      "Dropping a paused shard lets it continue without the record that paused it; the record is",
      "then parked under its own name. If no record paused it, nothing is dropped.",
      "",
      "Retry a command only if its caller has not repeated it since. Retrying an event is safe: an",
      "event that was already processed has no second effect."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn parked --config posthorn.yaml",
      "  posthorn parked --retry posthorn.shards-3@1207/0 --config posthorn.yaml",
      "  posthorn parked --drop shard-3 --config posthorn.yaml"
    })
final class ParkedCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--config", paramLabel = "FILE", description = "The settings file (YAML).")
  private @Nullable Path config;

  @ArgGroup private @Nullable Decision decision;

  @Mixin private OutputOptions output = new OutputOptions();

  /** The decision about an entry; without one, the entries are listed. */
  private static final class Decision {
    @Option(names = "--retry", paramLabel = "NAME", description = "Process an entry again.")
    private @Nullable String retry;

    @Option(names = "--drop", paramLabel = "NAME", description = "Drop an entry for good.")
    private @Nullable String drop;
  }

  ParkedCommand() {
    this(CommandContext.real());
  }

  ParkedCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      Settings settings = Configuration.load(config, context.environment()).settings();
      try (CommandLog _ = CommandLog.open(settings.log().format())) {
        run(KafkaStart.parked(settings), out);
      }
      out.flush();
      return 0;
    } catch (SettingsException | StartException | TopicsException e) {
      err.println(e.getMessage());
      err.flush();
      return 1;
    }
  }

  private void run(ParkedTopic parked, PrintWriter out) {
    Decision decided = decision;
    if (decided == null) {
      print(parked.list(), out);
    } else if (decided.retry != null) {
      parked.retry(decided.retry);
      String text = "Retried " + decided.retry + ". If it fails again it is listed again.";
      print("retried", decided.retry, text, out);
    } else if (decided.drop != null) {
      parked.drop(decided.drop);
      print("dropped", decided.drop, "Dropped " + decided.drop + ".", out);
    }
  }

  private void print(String done, String name, String text, PrintWriter out) {
    out.println(
        output.format() == OutputFormat.table
            ? text
            : OutputDocument.ofValue(Map.of(done, name), output.format()));
  }

  private void print(List<ParkedTopic.Entry> entries, PrintWriter out) {
    if (output.format() != OutputFormat.table) {
      out.println(document(entries, output.format()));
      return;
    }
    if (entries.isEmpty()) {
      out.println("Nothing is parked.");
    }
    for (ParkedTopic.Entry entry : entries) {
      out.printf(
          "%s  %s  %s  %s%n",
          entry.name(), Instant.ofEpochMilli(entry.at()), entry.what(), entry.reason());
    }
  }

  /** The entries in the form of a list of the API. */
  static String document(List<ParkedTopic.Entry> entries, OutputFormat format) {
    List<Map<String, String>> data = new ArrayList<>();
    for (ParkedTopic.Entry entry : entries) {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("name", entry.name());
      row.put("parkedAt", Instant.ofEpochMilli(entry.at()).toString());
      row.put("what", entry.what());
      row.put("reason", entry.reason());
      data.add(row);
    }
    return OutputDocument.ofValue(Map.of("data", data), format);
  }
}
