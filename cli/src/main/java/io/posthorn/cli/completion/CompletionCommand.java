package io.posthorn.cli.completion;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code posthorn completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script that completes commands in a shell.",
      "",
      "Load it in the start file of your shell."
    },
    footer = {
      "",
      "Examples:",
      "  source <(posthorn completion bash)                  in ~/.bashrc",
      "  source <(posthorn completion zsh)                   in ~/.zshrc",
      "  posthorn completion fish | source                   in ~/.config/fish/config.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  /** The supported shells; picocli shows these names. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        shell == Shell.fish
            ? new FishCompletion(root).script()
            : AutoComplete.bash(root.getCommandName(), root)); // it works in zsh too
    out.flush();
    return 0;
  }
}
