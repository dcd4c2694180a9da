package io.posthorn.app;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.PosthornException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code posthorn version}. */
@Command(
    name = "version",
    description = "Prints the versions of this command and of the server.",
    footer = {"", "Examples:", "  posthorn version"})
final class VersionCommand extends ApiCommand {
  VersionCommand() {
    this(CommandContext.real());
  }

  VersionCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    String own = Version.number();
    String server;
    String problem = "";
    try {
      server = posthorn.server().version();
    } catch (PosthornException e) {
      server = "";
      problem = errorLine(e);
    }
    if (isTable()) {
      List<String> lines = new ArrayList<>();
      lines.add("Posthorn " + own);
      lines.add(
          "Server   "
              + (problem.isEmpty() ? server + " at " + posthorn.url() : "none: " + problem));
      lines.forEach(out()::println);
    } else {
      printDocument(
          "{\"version\":\"%s\",\"server\":%s,\"url\":\"%s\"}"
              .formatted(own, server.isEmpty() ? "null" : '"' + server + '"', posthorn.url()));
    }
    return DONE;
  }
}
