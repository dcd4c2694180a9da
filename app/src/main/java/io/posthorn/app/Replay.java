package io.posthorn.app;

import picocli.CommandLine.Command;

/** The command {@code posthorn replay}. */
@Command(
    name = "replay",
    description = {
      "Sends messages that have ended again.",
      "",
      "They keep their id, get a fresh schedule, and go to the current URL of their subscription.",
      "One by its id, or many: then the server does it in the background, and goes on with it if",
      "this command is ended."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn replay msg_0123456789abcdefghjkmnpqrs1",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h --preview",
      "  posthorn replay --endpoint ep_... --status dropped --since 24h"
    })
final class Replay extends ChangeMessages {
  Replay() {
    this(Surroundings.real());
  }

  Replay(Surroundings surroundings) {
    super(surroundings, new Change("replay", "replays", "replayed"));
  }
}
