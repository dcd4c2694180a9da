package io.posthorn.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn pause}. */
@Command(
    name = "pause",
    description = {
      "Pauses an endpoint: its messages are held until it is enabled.",
      "",
      "Nothing is sent to it. What is held for longer than the retry schedule lasts is dropped."
    },
    footer = {"", "Examples:", "  posthorn pause ep_0123456789abcdefghjkmnpqrs"})
final class Pause extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The endpoint.")
  private String id = "";

  Pause() {
    this(Surroundings.real());
  }

  Pause(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    ApiReply reply = api.post(ApiPath.of("endpoints", id, "pause"));
    if (json()) {
      out().println(reply.raw());
    } else {
      String state = new EndpointReport(reply.object(), moments()).state();
      out().println(Printable.line(id + ": " + state));
    }
    return DONE;
  }
}
