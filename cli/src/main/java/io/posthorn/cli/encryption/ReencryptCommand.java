package io.posthorn.cli.encryption;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandFailedException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EncryptionKeyState;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code posthorn encryption-key re-encrypt}. */
@Command(
    name = "re-encrypt",
    description = {
      "Encrypts all stored secrets with the current key, and waits until that is done.",
      "",
      "Afterwards the previous key can be removed. If it is interrupted, run it again."
    },
    footer = {"", "Examples:", "  posthorn encryption-key re-encrypt"})
public final class ReencryptCommand extends ApiCommand {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Duration poll;

  public ReencryptCommand() {
    this(CommandContext.real(), POLL);
  }

  ReencryptCommand(CommandContext context, Duration poll) {
    super(context);
    this.poll = poll;
  }

  @Override
  protected int run(PosthornClient posthorn) throws CommandFailedException, InterruptedException {
    EncryptionKeyState state = posthorn.server().reencrypt();
    while (!state.reencryption().state().equals("done")) {
      if (state.reencryption().state().equals("failed")) {
        throw new CommandFailedException(
            "The re-encryption failed: " + state.reencryption().error());
      }
      err()
          .printf(
              "%d secrets read, %d encrypted with the current key%n",
              state.reencryption().examined(), state.reencryption().reencrypted());
      err().flush();
      Thread.sleep(poll);
      state = posthorn.server().encryptionKey();
      if (state.reencryption().state().equals("idle")) {
        state = posthorn.server().reencrypt(); // another node responded, or this one has restarted
      }
    }
    if (state.previousNeeded()) {
      throw new CommandFailedException(
          "A node still encrypts with a previous key; restart it with the current key first, then"
              + " run this command again.");
    }
    EncryptionKeyState.Reencryption result = state.reencryption();
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
