package io.posthorn.core.filter;

import java.util.List;

/** A compiled filter: one field's comparison, or a group of them. */
sealed interface Filter permits FieldFilter, FilterGroup {
  boolean holds(EventStates states);

  /** Adds each single filter that did not match. */
  void addRefusals(EventStates states, List<FilterMismatch> refusals);

  /** Appends the filter as canonical JSON, its defaults written out. */
  void write(StringBuilder out);
}
