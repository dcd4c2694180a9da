package io.posthorn.core.filter;

import java.util.List;

/** A group of filters that is evaluated as one filter. */
record FilterGroup(Connector connector, List<FieldFilter> filters) implements Filter {
  FilterGroup {
    filters = List.copyOf(filters);
  }

  @Override
  public boolean holds(EventStates states) {
    return connector.holds(filters, states);
  }

  @Override
  public void addRefusals(EventStates states, List<FilterMismatch> refusals) {
    if (!holds(states)) {
      filters.forEach(filter -> filter.addRefusals(states, refusals));
    }
  }

  @Override
  public void write(StringBuilder out) {
    out.append("{\"type\":\"group\",\"connector\":\"").append(connector);
    out.append("\",\"filters\":");
    FilterSet.write(filters, out);
    out.append('}');
  }
}
