package io.posthorn.server.api.admin;

import io.posthorn.server.secrets.EncryptionKeys;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The dependencies of a re-encryption.
 *
 * @param executor runs it in the background
 * @param settling the time between two passes over all secrets. Changes that were sealed before the
 *     keys were read again are stored when the last one begins.
 */
public record ReencryptionSettings(EncryptionKeys keys, Executor executor, Duration settling) {
  /** The usual dependencies, with a thread of its own. */
  public static ReencryptionSettings of(EncryptionKeys keys) {
    return new ReencryptionSettings(
        keys, task -> Thread.ofVirtual().name("re-encryption").start(task), Duration.ofSeconds(5));
  }
}
