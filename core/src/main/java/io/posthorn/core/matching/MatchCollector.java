package io.posthorn.core.matching;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.subscription.Subscription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector of the matches of one search. Without a match it allocates no list, and for certain
 * matches it parses no states.
 */
final class MatchCollector implements MatchVisitor {
  private final Event event;
  private @Nullable EventStates states;
  private @Nullable Subscription last;
  private @Nullable ArrayList<Subscription> several;
  private boolean inOrder = true;

  MatchCollector(Event event) {
    this.event = event;
  }

  @Override
  public void accept(Subscription candidate, boolean certain) {
    if (!certain && !passes(candidate)) {
      return;
    }
    if (last != null) {
      inOrder &= last.id().compareTo(candidate.id()) < 0;
      if (several == null) {
        several = new ArrayList<>();
        several.add(last);
      }
      several.add(candidate);
    }
    last = candidate;
  }

  private boolean passes(Subscription candidate) {
    FilterSet filters = candidate.filters();
    return filters.matchesByKeyAlone() || filters.matches(candidate.version().shape(states()));
  }

  /** The matches in the order of ids, each once. */
  List<Subscription> inOrder() {
    if (several == null) {
      return last == null ? List.of() : List.of(last);
    }
    if (!inOrder) {
      several.sort(Comparator.comparing(Subscription::id));
      removeDuplicates(several);
    }
    return several;
  }

  /** A subscription that moved during the search may have been seen in both buckets. */
  private static void removeDuplicates(List<Subscription> sorted) {
    int kept = 1;
    for (int i = 1; i < sorted.size(); i++) {
      if (!sorted.get(i).id().equals(sorted.get(kept - 1).id())) {
        sorted.set(kept++, sorted.get(i));
      }
    }
    sorted.subList(kept, sorted.size()).clear();
  }

  @Override
  public EventStates states() {
    if (states == null) {
      states = new EventStates(event.oldState(), event.newState());
    }
    return states;
  }
}
