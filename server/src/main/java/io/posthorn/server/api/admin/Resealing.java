package io.posthorn.server.api.admin;

import io.posthorn.server.secrets.EncryptionKeys;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The dependencies of a reseal.
 *
 * @param executor runs it in the background
 * @param settling the time between two passes over all secrets. Changes that were sealed before the
 *     keys were read again are stored when the last one begins.
 */
public record Resealing(EncryptionKeys keys, Executor executor, Duration settling) {
  /** The usual dependencies, with a thread of its own. */
  public static Resealing of(EncryptionKeys keys) {
    return new Resealing(
        keys, task -> Thread.ofVirtual().name("reseal").start(task), Duration.ofSeconds(5));
  }
}
