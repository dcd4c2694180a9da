package io.posthorn.cli.endpoints;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.cli.options.ConfirmOptions;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  posthorn enable --all --status frozen",
      "  posthorn enable --all --status disabled --search crm.example"
    })
public final class EnableCommand extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "The endpoint.")
  private @Nullable String id;

  @Option(names = "--all", description = "Enable all endpoints in --status.")
  private boolean all;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "With --all: endpoints in this state: ${COMPLETION-CANDIDATES}.")
  private @Nullable Status status;

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "With --all: only endpoints with this part in their URL.")
  private String search = "";

  @Mixin private ConfirmOptions confirmed = new ConfirmOptions();

  /** The states that enabling ends; picocli shows these names. */
  enum Status {
    disabled,
    frozen,
    paused
  }

  public EnableCommand() {
    this(CommandContext.real());
  }

  public EnableCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException {
    if (all == (id != null) || all != (status != null) || (!all && !search.isEmpty())) {
      throw usage(
          "Missing endpoint: give an ID, or --all with --status disabled, frozen or paused.");
    }
    return id == null
        ? enableAll(posthorn, Objects.requireNonNull(status))
        : enableOne(posthorn, id);
  }

  private int enableAll(PosthornClient posthorn, Status which) throws CommandFailedException {
    requireConfirmable(confirmed, "");
    if (!confirmed.yes()) {
      long count = posthorn.endpoints().previewEnableAll(which.name(), search);
      String question =
          "Enable %s? Their held messages are sent at once."
              .formatted(TimeText.counted(count, which.name() + " endpoint"));
      if (count == 0) {
        print("No endpoint is " + which.name() + ".");
        return DONE;
      }
      if (!confirm(confirmed, question)) {
        return REFUSED;
      }
    }
    long changed = posthorn.endpoints().enableAll(which.name(), search);
    print(TimeText.counted(changed, "endpoint") + " enabled.");
    return DONE;
  }

  private int enableOne(PosthornClient posthorn, String endpoint) {
    String state = new EndpointText(posthorn.endpoints().enable(endpoint), times()).state();
    print(endpoint + ": " + state);
    return DONE;
  }
}
