package io.posthorn.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list. It may be empty and have another behind it.
 *
 * @param nextCursor where the next page begins; null after the last
 * @param incomplete nodes that could not be asked, as host:port; empty where all were
 * @param historyFrom what ended before this time may be gone; null where everything is there
 */
public record ResultPage<T>(
    List<T> data,
    @Nullable String nextCursor,
    List<String> incomplete,
    @Nullable Instant historyFrom) {

  /** What every page has beside its entries. */
  record Frame(
      @Nullable String nextCursor, List<String> incomplete, @Nullable Instant historyFrom) {}
}
