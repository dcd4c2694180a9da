package io.posthorn.app;

import picocli.CommandLine.Command;

/** The command {@code posthorn cancel}. */
@Command(
    name = "cancel",
    description = {
      "Stops messages that wait; they can be replayed later.",
      "",
      "One by its id, or many: then the server does it in the background, and goes on with it if",
      "this command is ended."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn cancel msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn cancel --subscription sub_... --since 7d --preview",
      "  posthorn cancel --subscription sub_... --since 7d"
    })
final class Cancel extends ChangeMessages {
  Cancel() {
    this(Surroundings.real());
  }

  Cancel(Surroundings surroundings) {
    super(surroundings, new Change("cancel", "cancellations", "cancelled"));
  }
}
