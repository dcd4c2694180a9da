package io.posthorn.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn keys revoke}. */
@Command(
    name = "revoke",
    description = "Revokes a key: from then on it opens nothing.",
    footer = {"", "Examples:", "  posthorn keys revoke key_..."})
final class KeysRevoke extends ApiCommand {
  @Parameters(paramLabel = "ID", description = "The key's id, as posthorn keys list says it.")
  private String id = "";

  KeysRevoke() {
    this(Surroundings.real());
  }

  KeysRevoke(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    api.delete(ApiPath.of("keys", id));
    if (!json()) {
      out().println(Printable.line(id + " is revoked."));
    }
    return DONE;
  }
}
