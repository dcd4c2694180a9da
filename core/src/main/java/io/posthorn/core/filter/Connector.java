package io.posthorn.core.filter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The logical connector between the filters of a subscription or of a group. */
public enum Connector {
  AND,
  OR;

  /** The connector of this name, in capitals, or null if there is none. */
  static @Nullable Connector of(String word) {
    return switch (word) {
      case "AND" -> AND;
      case "OR" -> OR;
      default -> null;
    };
  }

  boolean holds(List<? extends Filter> filters, EventStates states) {
    boolean decides = this == OR; // the first filter with this result decides for all
    for (Filter filter : filters) {
      if (filter.holds(states) == decides) {
        return decides;
      }
    }
    return !decides;
  }
}
