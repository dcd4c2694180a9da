package io.posthorn.engine.read;

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
 * Some lines of the audit, newest first.
 *
 * @param next the line that the next page begins behind; null after the last
 */
public record AuditPage(List<Line> lines, @Nullable Place next) {
  private static final Comparator<AuditPosition> NEWEST_FIRST =
      Comparator.comparingLong(AuditPosition::at)
          .thenComparing(AuditPosition::number, Integer::compareUnsigned)
          .reversed();

  /** Each shard numbers its own lines, so that several may stand in one place. */
  public record Line(Place place, Audited audited) {}

  /**
   * Where a line stands.
   *
   * @param index which of the lines in one position
   */
  public record Place(AuditPosition position, int index) {
    public static Optional<Place> parse(String text) {
      return Base32.parse128(
          "",
          text,
          (at, low) -> new Place(new AuditPosition(at, (int) low), (int) (low >>> Integer.SIZE)));
    }

    /** The first position that is newer: what is read before it begins with this one. */
    AuditPosition before() {
      return position.number() == -1
          ? new AuditPosition(position.at() + 1, 0)
          : new AuditPosition(position.at(), position.number() + 1);
    }

    /** Whether this comes after another in the list, or is that one's place. */
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
   * Lines as they were read in one go, put together from what the shards have.
   *
   * @param more whether there are older ones
   */
  record Step(List<Line> lines, boolean more) {}

  /**
   * Joins what was read.
   *
   * @param asked how many lines each shard was asked for: who tells as many may have more
   * @param behind the last line that was seen; null to begin
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
            Line line = new Line(new Place(position, i), here.get(i));
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
