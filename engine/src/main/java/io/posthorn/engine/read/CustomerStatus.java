package io.posthorn.engine.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a customer.
 *
 * @param createdAt 0 if its record is erased but other data is not yet
 * @param erasedEvents erased events so far; null if it is not being erased
 */
public record CustomerStatus(
    String id, long createdAt, boolean paused, @Nullable Long erasedEvents) {
  /**
   * A page of customers, in id order.
   *
   * @param next the id that the next page starts after; null on the last page
   */
  public record Page(List<CustomerStatus> customers, @Nullable String next) {}
}
