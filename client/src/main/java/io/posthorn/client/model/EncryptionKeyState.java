package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The encryption keys of a node, and the re-encryption of stored secrets.
 *
 * @param keys the number of keys; the first encrypts and all decrypt
 * @param previousNeeded whether stored secrets may need another key than the first
 * @param reencryption the progress on the node that responded
 */
public record EncryptionKeyState(int keys, boolean previousNeeded, Reencryption reencryption) {
  /**
   * The progress of a re-encryption.
   *
   * @param state {@code idle}, {@code running}, {@code done} or {@code failed}
   * @param examined the secrets that the current pass has read
   * @param reencrypted the secrets encrypted with the first key so far
   * @param remaining the secrets that a concurrent change left for the next pass
   * @param unreadable the secrets that none of the keys decrypts
   * @param error why it failed
   */
  public record Reencryption(
      String state,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      long examined,
      long reencrypted,
      long remaining,
      long unreadable,
      @Nullable String error) {}
}
