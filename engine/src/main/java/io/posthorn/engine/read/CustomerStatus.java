package io.posthorn.engine.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer as it stands.
 *
 * @param createdAt 0 where its record is erased already, and other things of it are not
 * @param erasedEvents how far its erasing is; null where it is not being erased
 */
public record CustomerStatus(
    String id, long createdAt, boolean paused, @Nullable Long erasedEvents) {
  /**
   * Some customers in the order of their ids.
   *
   * @param next the id that the next page begins behind; null after the last
   */
  public record Page(List<CustomerStatus> customers, @Nullable String next) {}
}
