package io.posthorn.cli.completion;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for fish, made from the commands themselves. picocli makes those for bash
 * and zsh.
 */
final class FishCompletion {
  private final CommandLine root;
  private final List<String> paths = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  FishCompletion(CommandLine root) {
    this.root = root;
  }

  String script() {
    add(root.getCommandName(), root.getCommandSpec());
    String name = root.getCommandName();
    String cases =
        paths.stream().map(FishCompletion::quoted).collect(Collectors.joining(" \\\n        "));
    return """
        # Completion of %1$s for fish.
        function __%1$s_path
          set -l words (commandline -opc)
          set -l path %1$s
          for word in $words[2..-1]
            switch "$path $word"
              case %2$s
                set path "$path $word"
            end
          end
          echo $path
        end
        function __%1$s_at
          test (__%1$s_path) = "$argv"
        end
        complete -c %1$s -f
        %3$s
        """
        .formatted(name, cases, String.join("\n", lines));
  }

  private void add(String path, CommandSpec command) {
    for (Map.Entry<String, CommandLine> entry : command.subcommands().entrySet()) {
      CommandSpec subcommand = entry.getValue().getCommandSpec();
      if (!subcommand.usageMessage().hidden()) {
        line(path, "-a " + entry.getKey() + description(subcommand.usageMessage().description()));
        String deeper = path + " " + entry.getKey();
        paths.add(deeper);
        add(deeper, subcommand);
      }
    }
    command.options().stream().filter(option -> !option.hidden()).forEach(o -> add(path, o));
    command.positionalParameters().forEach(parameter -> add(path, parameter));
  }

  private void add(String path, OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      names.append(name.startsWith("--") ? "-l " : "-s ");
      names.append(name.replaceFirst("^-+", "")).append(' ');
    }
    line(path, names + values(option) + description(option.description()).strip());
  }

  private void add(String path, PositionalParamSpec parameter) {
    if (isFile(parameter)) {
      line(path, "-F");
    } else if (parameter.completionCandidates() != null) {
      line(path, "-a " + quoted(String.join(" ", parameter.completionCandidates())));
    }
  }

  private static String values(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    if (option.completionCandidates() != null) {
      return "-x -a " + quoted(String.join(" ", option.completionCandidates())) + " ";
    }
    return isFile(option) ? "-r -F " : "-x ";
  }

  private static boolean isFile(ArgSpec argument) {
    return argument.type() == Path.class
        || argument.type() == File.class
        || argument.paramLabel().equals("FILE");
  }

  private void line(String path, String rest) {
    lines.add(
        "complete -c %s -n %s %s"
            .formatted(
                root.getCommandName(),
                quoted("__" + root.getCommandName() + "_at " + path),
                rest.strip()));
  }

  private static String description(String[] description) {
    if (description.length == 0) {
      return "";
    }
    String first = description[0];
    return first.contains("${") ? "" : " -d " + quoted(first);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
