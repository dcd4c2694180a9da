package io.posthorn.server.api.common;

import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The position of an entry in a short list that is ordered by time: its time and, for equal times,
 * its name.
 */
public record TimeCursor(long at, String name) implements Comparable<TimeCursor> {
  private static final Comparator<TimeCursor> ORDER =
      Comparator.comparingLong(TimeCursor::at).thenComparing(TimeCursor::name);

  @Override
  public int compareTo(TimeCursor that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return at + "." + name;
  }

  /** Returns the page of a list that a call asks for, newest first. */
  public static <T> CallResponse newestFirst(
      Call call, List<T> all, Function<T, TimeCursor> position, ListResponse.Row<T> row) {
    Comparator<TimeCursor> order = Comparator.reverseOrder();
    int limit = call.limit();
    @Nullable TimeCursor behind = call.query("cursor").map(TimeCursor::parse).orElse(null);
    List<T> found =
        all.stream()
            .filter(one -> behind == null || order.compare(position.apply(one), behind) > 0)
            .sorted(Comparator.comparing(position, order))
            .limit(limit + 1L)
            .toList();
    List<T> page = found.subList(0, Math.min(limit, found.size()));
    return ListResponse.of(
        page, found.size() > limit ? position.apply(page.getLast()).toString() : null, row);
  }

  private static TimeCursor parse(String text) {
    int dot = text.indexOf('.');
    Optional<Long> at = dot < 0 ? Optional.empty() : number(text.substring(0, dot));
    return at.map(time -> new TimeCursor(time, text.substring(dot + 1)))
        .orElseThrow(() -> QueryParameters.badCursor(text));
  }

  private static Optional<Long> number(String text) {
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }
}
