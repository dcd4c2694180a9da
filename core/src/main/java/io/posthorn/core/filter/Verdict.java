package io.posthorn.core.filter;

import java.util.List;

/**
 * Whether an event passes a subscription's filters, and why not.
 *
 * @param refusals the filters that said no, in their order; empty when the event passes
 */
public record Verdict(boolean matches, List<FilterMismatch> refusals) {
  static final Verdict MATCH = new Verdict(true, List.of());

  public Verdict {
    refusals = List.copyOf(refusals);
  }
}
