package io.posthorn.cli.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands {@code posthorn encryption-key}. */
final class EncryptionKeyCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  private static String state(String state, boolean needed, int reencrypted, String error) {
    return """
        {"keys": 2, "previousNeeded": %s, "reencryption": {"state": "%s", "startedAt": null,
          "endedAt": null, "examined": 5, "reencrypted": %d, "remaining": 0, "unreadable": 0,
          "error": %s}}
        """
        .formatted(needed, state, reencrypted, error);
  }

  private CommandRun reencrypt() {
    return CommandRun.of(api, context -> new ReencryptCommand(context, Duration.ZERO));
  }

  @Test
  void the_state_says_whether_a_previous_key_is_needed() {
    api.responds(state("idle", true, 0, "null")).responds(state("done", false, 5, "null"));

    assertThat(CommandRun.of(api, EncryptionKeyCommand::new).lines())
        .containsExactly(
            "Stored secrets may need a previous key; run posthorn encryption-key re-encrypt.");
    assertThat(CommandRun.of(api, EncryptionKeyCommand::new).lines())
        .containsExactly("All stored secrets are encrypted with the current key.");
  }

  @Test
  void a_re_encryption_waits_until_it_is_done_and_starts_again_after_a_restart_of_the_server() {
    api.responds(202, state("running", true, 1, "null"))
        .responds(state("idle", true, 0, "null"))
        .responds(202, state("running", true, 3, "null"))
        .responds(state("done", false, 4, "null"));

    CommandRun run = reencrypt();

    assertThat(run.status()).isZero();
    assertThat(run.err()).contains("5 secrets read, 1 encrypted", "5 secrets read, 3 encrypted");
    assertThat(run.lines())
        .containsExactly(
            "All 5 stored secrets are encrypted with the current key; the previous one can be"
                + " removed.");
    assertThat(api.lines())
        .containsExactly(
            "POST /api/v1/encryption-key/re-encrypt",
            "GET /api/v1/encryption-key",
            "POST /api/v1/encryption-key/re-encrypt",
            "GET /api/v1/encryption-key");
  }

  @Test
  void a_failure_and_a_node_that_is_behind_are_errors() {
    api.responds(202, state("failed", true, 0, "\"Node b:1 is unreachable.\""))
        .responds(202, state("done", true, 5, "null"));

    CommandRun failed = reencrypt();
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.err()).contains("The re-encryption failed: Node b:1 is unreachable.");
    CommandRun behind = reencrypt();
    assertThat(behind.status()).isEqualTo(1);
    assertThat(behind.err()).contains("A node still encrypts with a previous key");
  }
}
