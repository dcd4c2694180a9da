package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn enable}. */
@Command(
    name = "enable",
    description = {
      "Enables an endpoint that is disabled, frozen or paused.",
      "",
      "Messages that are due are sent at once, up to the in-flight limit; the others wait for their",
      "next slot. Enabling an enabled endpoint has no effect."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn enable ep_0123456789abcdefghjkmnpqrs",
      "  posthorn enable --all --status frozen"
    })
public final class EnableCommand extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "The endpoint.")
  private @Nullable String id;

  @Option(names = "--all", description = "Enable all endpoints in --status.")
  private boolean all;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "With --all: disabled, frozen or paused endpoints.")
  private @Nullable String status;

  public EnableCommand() {
    this(CommandContext.real());
  }

  public EnableCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    if (all == (id != null) || all != (status != null)) {
      throw usage(
          "Missing endpoint: give an ID, or --all with --status disabled, frozen or paused.");
    }
    String done =
        id == null ? enableAll(posthorn, String.valueOf(status)) : enableOne(posthorn, id);
    out().println(json() ? response() : done);
    return DONE;
  }

  private static String enableAll(PosthornClient posthorn, String status) {
    return TimeText.counted(posthorn.endpoints().enableAll(status), "endpoint") + " enabled.";
  }

  private String enableOne(PosthornClient posthorn, String endpoint) {
    String state = new EndpointText(posthorn.endpoints().enable(endpoint), times()).state();
    return Printable.line(endpoint + ": " + state);
  }
}
