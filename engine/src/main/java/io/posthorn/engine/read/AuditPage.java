package io.posthorn.engine.read;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory.AuditPosition;
import io.posthorn.core.directory.Directory.Audited;
import io.posthorn.core.store.Base32;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit log, newest first.
 *
 * @param next the line that the next page starts after; null on the last page
 */
public record AuditPage(List<Line> lines, @Nullable Place next) {
  private static final Comparator<AuditPosition> NEWEST_FIRST =
      Comparator.comparingLong(AuditPosition::at)
          .thenComparing(AuditPosition::number, Integer::compareUnsigned)
          .reversed();

  /** A line. Each shard numbers its own lines, so several may share a position. */
  public record Line(Place place, AuditEntry entry) {}

  /**
   * The place of a line in the list.
   *
   * @param index the index among lines of the same position
   */
  public record Place(AuditPosition position, int index) {
    public static Optional<Place> parse(String text) {
      return Base32.parse128(
          "",
          text,
          (at, low) -> new Place(new AuditPosition(at, (int) low), (int) (low >>> Integer.SIZE)));
    }

    /** The next newer position: reading before it starts with this one. */
    AuditPosition before() {
      return position.number() == -1
          ? new AuditPosition(position.at() + 1, 0)
          : new AuditPosition(position.at(), position.number() + 1);
    }

    /** Whether this is at or after another place in the list. */
    boolean isBehind(@Nullable Place other) {
      int order = other == null ? 1 : NEWEST_FIRST.compare(position, other.position);
      return order > 0 || (order == 0 && other != null && index > other.index);
    }

    @Override
    public String toString() {
      return Base32.encode128(
          position.at(),
          ((long) index << Integer.SIZE) | Integer.toUnsignedLong(position.number()));
    }
  }

  /**
   * Lines of one read, merged from all shards.
   *
   * @param more whether there are older lines
   */
  record Step(List<Line> lines, boolean more) {}

  /**
   * Merges the lines of all shards.
   *
   * @param asked the limit per shard; a shard that reaches it may have more
   * @param behind the last line seen; null for the first page
   */
  static Step join(List<List<Audited>> parts, int asked, @Nullable Place behind) {
    TreeMap<AuditPosition, List<Audited>> places = new TreeMap<>(NEWEST_FIRST);
    AuditPosition floor = null;
    for (List<Audited> part : parts) {
      part.forEach(
          line -> places.computeIfAbsent(line.position(), at -> new ArrayList<>()).add(line));
      if (part.size() >= asked) {
        AuditPosition end = part.getLast().position();
        floor = floor == null || NEWEST_FIRST.compare(end, floor) < 0 ? end : floor;
      }
    }
    List<Line> lines = new ArrayList<>();
    places.forEach(
        (position, here) -> {
          for (int i = 0; i < here.size(); i++) {
            Line line = new Line(new Place(position, i), here.get(i).entry());
            if (line.place().isBehind(behind)) {
              lines.add(line);
            }
          }
        });
    AuditPosition last = floor;
    if (last != null) {
      lines.removeIf(line -> NEWEST_FIRST.compare(line.place().position(), last) > 0);
    }
    return new Step(lines, floor != null);
  }
}
