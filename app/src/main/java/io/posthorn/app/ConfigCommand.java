package io.posthorn.app;

import io.posthorn.cli.options.OutputFormat;
import io.posthorn.cli.options.OutputOptions;
import io.posthorn.cli.output.OutputDocument;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code posthorn config}. */
@Command(
    name = "config",
    description = "Prints all settings and their sources; secrets are masked.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  /** The output format; picocli shows these names. */
  enum Format {
    text,
    yaml
  }

  private final Map<String, String> environment;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--config", paramLabel = "FILE", description = "The settings file (YAML).")
  private @Nullable Path file;

  @Option(names = "--dev", description = "Show the settings of posthorn serve --dev.")
  private boolean development;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, or yaml for a commented file to start from (default: text).")
  private Format format = Format.text;

  @Mixin private OutputOptions output = new OutputOptions();

  ConfigCommand() {
    this(System.getenv());
  }

  ConfigCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try {
      print(
          development
              ? Configuration.loadForDevelopment(file, environment)
              : Configuration.load(file, environment));
      return 0;
    } catch (SettingsException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private void print(Configuration shown) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.format() != OutputFormat.table && format == Format.text) {
      out.println(OutputDocument.ofValue(Map.of("data", rows(shown)), output.format()));
    } else {
      out.print(format == Format.yaml ? shown.toYaml() : shown.toText());
    }
    out.flush();
  }

  /** The settings with the fields that the API gives them. */
  private static List<Map<String, Object>> rows(Configuration shown) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Configuration.ListedSetting setting : shown.listing()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("key", setting.key());
      row.put("value", setting.value());
      row.put("isSet", setting.isSet());
      row.put("source", setting.source());
      row.put("variable", setting.variable());
      row.put("description", setting.description());
      rows.add(row);
    }
    return rows;
  }
}
