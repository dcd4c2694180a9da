package io.posthorn.core.filter;

import java.util.List;

/** What an event must fulfil, compiled: one field's comparison, or a group of them. */
sealed interface Filter permits FieldFilter, FilterGroup {
  boolean holds(EventStates states);

  /** Adds each single filter in here that said no. */
  void addRefusals(EventStates states, List<FilterMismatch> refusals);

  /** Appends the filter as canonical JSON, its defaults written out. */
  void write(StringBuilder out);
}
