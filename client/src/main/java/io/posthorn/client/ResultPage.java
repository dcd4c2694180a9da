package io.posthorn.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list. It may be empty even if more pages follow.
 *
 * @param nextCursor the cursor of the next page; null on the last page
 * @param incomplete nodes that could not be reached, as host:port; empty if the result is complete
 * @param historyFrom messages that ended before this time may be missing; null if none are
 */
public record ResultPage<T>(
    List<T> data,
    @Nullable String nextCursor,
    List<String> incomplete,
    @Nullable Instant historyFrom) {

  /** The fields of a page besides its entries. */
  record Frame(
      @Nullable String nextCursor, List<String> incomplete, @Nullable Instant historyFrom) {}
}
