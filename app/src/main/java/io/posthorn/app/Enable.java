package io.posthorn.app;

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
      "What was held goes out at once, within its allowance. On an enabled endpoint nothing",
      "changes."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn enable ep_0123456789abcdefghjkmnpqrs",
      "  posthorn enable --all --status frozen"
    })
final class Enable extends ApiCommand {
  @Parameters(arity = "0..1", paramLabel = "ID", description = "The endpoint.")
  private @Nullable String id;

  @Option(names = "--all", description = "All endpoints of --status.")
  private boolean all;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "With --all: disabled, frozen or paused.")
  private @Nullable String status;

  Enable() {
    this(Surroundings.real());
  }

  Enable(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    if (all == (id != null) || all != (status != null)) {
      throw usage("Say which: an ID, or --all with --status disabled, frozen or paused.");
    }
    ApiReply reply = id == null ? enableAll(api) : api.post(ApiPath.of("endpoints", id, "enable"));
    if (json()) {
      out().println(reply.raw());
    } else if (id == null) {
      long changed = reply.object().number("changed");
      out().println(Moments.counted(changed, "endpoint") + " enabled.");
    } else {
      String state = new EndpointReport(reply.object(), moments()).state();
      out().println(Printable.line(id + ": " + state));
    }
    return DONE;
  }

  private ApiReply enableAll(ApiClient api) throws ApiException, InterruptedException {
    return api.post(
        ApiPath.of("endpoints", "enable"),
        body -> {
          body.writeStartObject();
          body.writeStringField("status", status);
          body.writeEndObject();
        });
  }
}
