package io.posthorn.core.filter;

import java.util.List;

/**
 * The result of evaluating a subscription's filters, with the reasons for a mismatch.
 *
 * @param refusals the filters that did not match, in their order; empty when the event matches
 */
public record Verdict(boolean matches, List<FilterMismatch> refusals) {
  static final Verdict MATCH = new Verdict(true, List.of());

  public Verdict {
    refusals = List.copyOf(refusals);
  }
}
