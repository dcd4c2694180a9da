package io.posthorn.e2e.crash;

import io.posthorn.e2e.crash.reconciliation.ArrivalGaps;
import io.posthorn.e2e.crash.reconciliation.ObservedRequest;
import io.posthorn.e2e.crash.reconciliation.PostedEvent;
import io.posthorn.e2e.crash.reconciliation.RecordedMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The counts of the rounds of one kind.
 *
 * @param accepted events posted meanwhile
 * @param delivered of their messages
 * @param lost events without messages, and messages that did not end by delivery
 * @param duplicates second 2xx responses meanwhile
 * @param gap the longest time without an arrival at an endpoint of a node that was not hit
 * @param takeOver the longest time until all shards ran elsewhere; zero if none had to
 */
record RoundFigures(
    String title,
    int rounds,
    long accepted,
    long delivered,
    long lost,
    long duplicates,
    Duration gap,
    Duration takeOver) {

  static RoundFigures of(
      Fault fault,
      List<Round> all,
      List<PostedEvent> events,
      List<List<RecordedMessage>> messages,
      List<ObservedRequest> seen) {
    List<Round> rounds = all.stream().filter(round -> round.fault().equals(fault)).toList();
    long accepted = 0;
    long delivered = 0;
    long lost = 0;
    for (int i = 0; i < events.size(); i++) {
      long begun = events.get(i).begun();
      if (rounds.stream().anyMatch(round -> round.contains(begun))) {
        List<RecordedMessage> its = messages.get(i);
        accepted++;
        delivered += its.stream().filter(RecordedMessage::isDelivered).count();
        lost += its.isEmpty() ? 1 : its.stream().filter(one -> !one.isDelivered()).count();
      }
    }
    return new RoundFigures(
        fault.title(),
        rounds.size(),
        accepted,
        delivered,
        lost,
        rounds.stream().mapToLong(round -> duplicates(round, seen)).sum(),
        longest(rounds.stream().map(round -> gap(round, seen)).toList()),
        longest(
            rounds.stream()
                .map(round -> round.effect().takeOver())
                .filter(Objects::nonNull)
                .toList()));
  }

  private static Duration longest(Collection<Duration> times) {
    return times.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  private static long duplicates(Round round, List<ObservedRequest> seen) {
    Set<String> delivered = new HashSet<>();
    return seen.stream()
        .filter(request -> request.status() == 200 && !delivered.add(request.id()))
        .filter(request -> round.contains(request.nanoTime()))
        .count();
  }

  /** The longest time without an arrival at an endpoint of a node that was not hit. */
  static Duration gap(Round round, List<ObservedRequest> seen) {
    Map<String, List<ObservedRequest>> byPath =
        seen.stream().collect(Collectors.groupingBy(ObservedRequest::path));
    return longest(
        byPath.values().stream()
            .filter(requests -> !round.hit().contains(owner(requests, round.began())))
            .map(requests -> requests.stream().map(ObservedRequest::nanoTime).toList())
            .map(arrivals -> ArrivalGaps.longest(arrivals, round.began(), round.ended()))
            .toList());
  }

  /** The node that sent the last request before a time. */
  private static String owner(List<ObservedRequest> requests, long at) {
    return requests.stream()
        .filter(request -> request.nanoTime() < at)
        .max(Comparator.comparingLong(ObservedRequest::nanoTime))
        .map(ObservedRequest::from)
        .orElse("");
  }

  static String header() {
    return "  %-20s %6s %9s %9s %5s %10s %8s %12s"
        .formatted(
            "fault",
            "rounds",
            "accepted",
            "delivered",
            "lost",
            "duplicates",
            "gap, ms",
            "take-over, ms");
  }

  @Override
  public String toString() {
    return "  %-20s %6d %,9d %,9d %5d %10d %,8d %12s"
        .formatted(
            title,
            rounds,
            accepted,
            delivered,
            lost,
            duplicates,
            gap.toMillis(),
            takeOver.isZero() ? "-" : "%,d".formatted(takeOver.toMillis()));
  }
}
