package io.posthorn.server.api;

import io.posthorn.core.directory.Directory.AuditPosition;
import io.posthorn.core.directory.Directory.Audited;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Some lines of the audit, newest first, put together from what the shards have: each numbers its
 * own lines, so that several may stand in one place. What was said to all shards is one line.
 *
 * @param lines those of one place together
 * @param more whether there are older ones
 */
record AuditStep(List<List<Audited>> lines, boolean more) {
  private static final Comparator<AuditPosition> NEWEST_FIRST =
      Comparator.comparingLong(AuditPosition::at)
          .thenComparing(AuditPosition::number, Integer::compareUnsigned)
          .reversed();

  /**
   * Joins what was read.
   *
   * @param asked how many lines each shard was asked for: who tells as many may have more
   */
  static AuditStep join(List<List<Audited>> parts, int asked) {
    TreeMap<AuditPosition, List<Audited>> places = new TreeMap<>(NEWEST_FIRST);
    boolean more = false;
    AuditPosition floor = null;
    for (List<Audited> part : parts) {
      for (Audited line : part) {
        List<Audited> here = places.computeIfAbsent(line.position(), at -> new ArrayList<>());
        if (here.stream().noneMatch(other -> other.entry().equals(line.entry()))) {
          here.add(line);
        }
      }
      if (part.size() >= asked) {
        more = true;
        AuditPosition end = part.getLast().position();
        floor = floor == null || NEWEST_FIRST.compare(end, floor) < 0 ? end : floor;
      }
    }
    List<List<Audited>> lines =
        floor == null
            ? List.copyOf(places.values())
            : List.copyOf(places.headMap(floor, true).values());
    return new AuditStep(lines, more);
  }
}
