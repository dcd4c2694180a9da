package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A customer: a tenant of the server.
 *
 * @param deliveryPaused whether a person has stopped its deliveries
 * @param erasing how far its deletion is; null unless it is being deleted
 */
public record CustomerDetails(
    String id, @Nullable Instant createdAt, boolean deliveryPaused, @Nullable Erasing erasing) {
  /** The progress of a deletion. */
  public record Erasing(long erasedEvents) {}
}
