package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The encryption keys of a node, and the reseal of stored secrets.
 *
 * @param keys the number of keys; the first encrypts and all decrypt
 * @param previousNeeded whether stored secrets may need another key than the first
 * @param reseal the progress on the node that responded
 */
public record EncryptionKeyState(int keys, boolean previousNeeded, Reseal reseal) {
  /**
   * The progress of a reseal.
   *
   * @param state {@code idle}, {@code running}, {@code done} or {@code failed}
   * @param examined the secrets that the current pass has read
   * @param resealed the secrets encrypted with the first key so far
   * @param remaining the secrets that a concurrent change left for the next pass
   * @param unreadable the secrets that none of the keys decrypts
   * @param error why it failed
   */
  public record Reseal(
      String state,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      long examined,
      long resealed,
      long remaining,
      long unreadable,
      @Nullable String error) {}
}
