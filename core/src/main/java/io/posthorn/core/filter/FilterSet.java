package io.posthorn.core.filter;

import io.posthorn.core.json.JsonSlice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of one subscription, compiled. Two sets are equal when their canonical text and their
 * connector are.
 */
public final class FilterSet {
  private static final FilterSet NONE = new FilterSet(List.of(), Connector.AND);

  private final List<Filter> filters;
  private final Connector connector;
  private final String canonical;
  private final @Nullable EqualityKey equalityKey;

  private FilterSet(List<Filter> filters, Connector connector) {
    this.filters = List.copyOf(filters);
    this.connector = connector;
    StringBuilder text = new StringBuilder();
    write(filters, text);
    this.canonical = text.toString();
    this.equalityKey = EqualityKey.of(this.filters, connector);
  }

  /** No filters: everything matches. */
  public static FilterSet none() {
    return NONE;
  }

  /**
   * Compiles what a caller sent as {@code filters}.
   *
   * @param eventType the subscription's, or {@code *}: CREATE and DELETE events lack one of the
   *     states, so a filter on it is an error
   * @throws io.posthorn.core.input.InvalidInputException naming each invalid filter
   */
  public static FilterSet compile(JsonSlice filters, Connector connector, String eventType) {
    List<Filter> read = FilterReader.read(filters, eventType);
    return read.isEmpty() && connector == NONE.connector ? NONE : new FilterSet(read, connector);
  }

  /** Returns whether an event matches. */
  public boolean matches(EventStates states) {
    return filters.isEmpty() || connector.holds(filters, states);
  }

  /** Returns whether an event matches and, if not, each filter that did not. */
  public Verdict explain(EventStates states) {
    if (matches(states)) {
      return Verdict.MATCH;
    }
    List<FilterMismatch> refusals = new ArrayList<>();
    filters.forEach(filter -> filter.addRefusals(states, refusals));
    return new Verdict(false, refusals);
  }

  /** A field value that an event must have to match, or null if no single value is required. */
  public @Nullable EqualityKey equalityKey() {
    return equalityKey;
  }

  /**
   * Returns whether every event with the equality key matches, so that filters need no evaluation.
   */
  public boolean matchesByKeyAlone() {
    return equalityKey == null ? filters.isEmpty() : equalityKey.decides();
  }

  public boolean isEmpty() {
    return filters.isEmpty();
  }

  public Connector connector() {
    return connector;
  }

  /**
   * The filters as JSON text without white space, keys in a fixed order, defaults written out and
   * numbers by value. Compiling it again gives an equal set.
   */
  public String canonical() {
    return canonical;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FilterSet that
        && connector == that.connector
        && canonical.equals(that.canonical);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  @Override
  public String toString() {
    return connector + " " + canonical;
  }

  static void write(List<? extends Filter> filters, StringBuilder out) {
    out.append('[');
    String separator = "";
    for (Filter filter : filters) {
      out.append(separator);
      filter.write(out);
      separator = ",";
    }
    out.append(']');
  }
}
