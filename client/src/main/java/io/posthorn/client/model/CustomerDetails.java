package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A customer: a tenant of the server.
 *
 * @param deliveryPaused whether its deliveries are paused
 * @param erasing the progress of its deletion; null unless it is being deleted
 */
public record CustomerDetails(
    String id, @Nullable Instant createdAt, boolean deliveryPaused, @Nullable Erasing erasing) {
  /** The progress of a deletion. */
  public record Erasing(long erasedEvents) {}
}
