package io.posthorn.core.filter;

import io.posthorn.core.json.JsonSlice;

/** The filters of one subscription, compiled. */
public final class FilterSet {
  private static final FilterSet NONE = new FilterSet();

  private FilterSet() {}

  /** No filters: everything matches. */
  public static FilterSet none() {
    return NONE;
  }

  /** Compiles. */
  public static FilterSet compile(JsonSlice filters, Connector connector, String eventType) {
    return NONE;
  }

  /** Whether an event passes. */
  public boolean matches(EventStates states) {
    return true;
  }

  public Connector connector() {
    return Connector.AND;
  }

  /** The canonical JSON. */
  public String canonical() {
    return "[]";
  }
}
