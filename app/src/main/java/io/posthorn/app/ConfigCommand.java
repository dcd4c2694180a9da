package io.posthorn.app;

import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
    out.print(format == Format.yaml ? shown.toYaml() : shown.toText());
    out.flush();
  }
}
