package io.posthorn.engine.read;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
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
public record AuditPage(List<Line> lines, @Nullable Position next) {
  private static final int READ_AT_ONCE = 1_000;

  private static final Comparator<AuditPosition> NEWEST_FIRST =
      Comparator.comparingLong(AuditPosition::at)
          .thenComparing(AuditPosition::number, Integer::compareUnsigned)
          .reversed();

  /** A line. Each shard numbers its own lines, so several may share a position. */
  public record Line(Position position, AuditEntry entry) {}

  /**
   * The position of a line in the list.
   *
   * @param index the index among lines of the same position
   */
  public record Position(AuditPosition position, int index) {
    public static Optional<Position> parse(String text) {
      return Base32.parse128(
          "",
          text,
          (at, low) ->
              new Position(new AuditPosition(at, (int) low), (int) (low >>> Integer.SIZE)));
    }

    /** The next newer position: reading before it starts with this one. */
    AuditPosition before() {
      return position.number() == -1
          ? new AuditPosition(position.at() + 1, 0)
          : new AuditPosition(position.at(), position.number() + 1);
    }

    /** Returns whether this is at or after another position in the list. */
    boolean isBehind(@Nullable Position other) {
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
   * A choice of lines.
   *
   * @param customerId the customer whose lines to return; null for all
   * @param from the time from which on, in milliseconds
   * @param to the time before which, in milliseconds
   */
  public record Selection(@Nullable String customerId, long from, long to) {
    /** All lines. */
    public static final Selection ALL = new Selection(null, 0, Long.MAX_VALUE);

    private boolean includes(AuditEntry entry) {
      return customerId == null || customerId.equals(entry.customerId());
    }

    /** The position before which to read: that of the last line seen, or the end. */
    private AuditPosition before(@Nullable Position last) {
      return last == null || last.position().at() >= to ? new AuditPosition(to, 0) : last.before();
    }
  }

  static Partial<AuditPage> read(
      ShardReads shards, Selection selection, @Nullable Position behind, int limit) {
    Partial.Missed missed = new Partial.Missed();
    List<Line> found = new ArrayList<>();
    Position next = collect(shards, missed, selection, behind, limit, found);
    return missed.of(new AuditPage(found, next));
  }

  private static @Nullable Position collect(
      ShardReads shards,
      Partial.Missed missed,
      Selection selection,
      @Nullable Position behind,
      int limit,
      List<Line> found) {
    Position last = behind;
    for (int examined = 0; examined < EngineReads.EXAMINED; examined += READ_AT_ONCE) {
      Position from = last;
      AuditPosition before = selection.before(from);
      Step some =
          join(
              shards.readEach(
                  missed::add,
                  view -> new Directory(view).audit(selection.from(), before, READ_AT_ONCE)),
              from);
      for (Line line : some.lines()) {
        if (found.size() == limit) {
          return last;
        }
        last = line.position();
        if (selection.includes(line.entry())) {
          found.add(line);
        }
      }
      if (!some.more()) {
        return null;
      }
    }
    return last;
  }

  /**
   * Lines of one read, merged from all shards.
   *
   * @param more whether there are older lines
   */
  private record Step(List<Line> lines, boolean more) {}

  /**
   * Merges the lines of all shards. A shard that returned as many as were asked for may have more.
   *
   * @param behind the last line seen; null for the first page
   */
  private static Step join(List<List<Audited>> parts, @Nullable Position behind) {
    TreeMap<AuditPosition, List<Audited>> byPosition = new TreeMap<>(NEWEST_FIRST);
    AuditPosition floor = null;
    for (List<Audited> part : parts) {
      part.forEach(
          line -> byPosition.computeIfAbsent(line.position(), at -> new ArrayList<>()).add(line));
      if (part.size() >= READ_AT_ONCE) {
        AuditPosition end = part.getLast().position();
        floor = floor == null || NEWEST_FIRST.compare(end, floor) < 0 ? end : floor;
      }
    }
    List<Line> lines = new ArrayList<>();
    byPosition.forEach(
        (position, here) -> {
          for (int i = 0; i < here.size(); i++) {
            Line line = new Line(new Position(position, i), here.get(i).entry());
            if (line.position().isBehind(behind)) {
              lines.add(line);
            }
          }
        });
    AuditPosition last = floor;
    if (last != null) {
      lines.removeIf(line -> NEWEST_FIRST.compare(line.position().position(), last) > 0);
    }
    return new Step(lines, floor != null);
  }
}
