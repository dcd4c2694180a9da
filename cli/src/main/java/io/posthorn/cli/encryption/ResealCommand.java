package io.posthorn.cli.encryption;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EncryptionKeyState;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code posthorn encryption-key reseal}. */
@Command(
    name = "reseal",
    description = {
      "Encrypts all stored secrets with the current key, and waits until that is done.",
      "",
      "Afterwards the previous key can be removed. If it is interrupted, run it again."
    },
    footer = {"", "Examples:", "  posthorn encryption-key reseal"})
public final class ResealCommand extends ApiCommand {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Duration poll;

  public ResealCommand() {
    this(CommandContext.real(), POLL);
  }

  ResealCommand(CommandContext context, Duration poll) {
    super(context);
    this.poll = poll;
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException, InterruptedException {
    EncryptionKeyState state = posthorn.server().reseal();
    while (!state.reseal().state().equals("done")) {
      if (state.reseal().state().equals("failed")) {
        throw new CommandFailedException("The reseal failed: " + state.reseal().error());
      }
      err()
          .printf(
              "%d secrets read, %d encrypted with the current key%n",
              state.reseal().examined(), state.reseal().resealed());
      err().flush();
      Thread.sleep(poll);
      state = posthorn.server().encryptionKey();
      if (state.reseal().state().equals("idle")) {
        state = posthorn.server().reseal(); // another node responded, or this one has restarted
      }
    }
    if (state.previousNeeded()) {
      throw new CommandFailedException(
          "A node still encrypts with a previous key; restart it with the current key first, then"
              + " run this command again.");
    }
    EncryptionKeyState.Reseal result = state.reseal();
    if (result.unreadable() > 0) {
      err()
          .printf(
              "%d secrets cannot be decrypted with any of the keys; set them again.%n",
              result.unreadable());
    }
    print(
        () ->
            List.of(
                "All %d stored secrets are encrypted with the current key; the previous one can be removed."
                    .formatted(result.examined() - result.unreadable())));
    return DONE;
  }
}
