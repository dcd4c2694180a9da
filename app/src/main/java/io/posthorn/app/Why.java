package io.posthorn.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn why}. */
@Command(
    name = "why",
    description = "Says what happened to a message, and what comes next.",
    footer = {"", "Examples:", "  posthorn why msg_0123456789abcdefghjkmnpqrs1"})
final class Why extends ApiCommand {
  @Parameters(paramLabel = "MESSAGE", description = "The message's id: msg_..., its webhook-id.")
  private String id = "";

  Why() {
    this(Surroundings.real());
  }

  Why(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    checkMessageId(id);
    ApiReply reply = api.get(ApiPath.of("messages", id));
    out().println(json() ? reply.raw() : new Story(reply.object(), moments()).sentence());
    return DONE;
  }
}
