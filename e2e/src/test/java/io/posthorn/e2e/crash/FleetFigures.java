package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.List;

/**
 * What a long run on Kafka counted, as a table.
 *
 * @param unknown events that were answered with 202 and are not there
 */
record FleetFigures(
    long seed,
    int rounds,
    int brokerKills,
    List<Duration> takeOvers,
    Gaps gaps,
    List<Caller> callers,
    Account account,
    long unknown) {

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder("long run on Kafka, seed " + seed + "\n");
    Figures.row(table, "brokers killed", brokerKills, "");
    Figures.row(table, "nodes killed", rounds - brokerKills, "");
    Figures.row(table, "events accepted", events(), "");
    Figures.row(table, "posts repeated", callers.stream().mapToInt(Caller::repeated).sum(), "");
    Figures.row(table, "messages delivered", account.messages("delivered"), "");
    Figures.row(table, "messages dropped", account.messages("dropped"), "");
    Figures.row(table, "messages cancelled", account.messages("cancelled"), "");
    Figures.row(table, "lost", unknown + account.lost(), "events unknown, messages without end");
    Figures.row(table, "requests received", account.received(), "");
    Figures.row(table, "duplicates", account.duplicates(), "2xx once more, same webhook-id");
    List<Duration> sorted = takeOvers.stream().sorted().toList();
    if (!sorted.isEmpty()) {
      Figures.row(table, "take-over median, ms", sorted.get(sorted.size() / 2).toMillis(), "");
      Figures.row(table, "take-over max, ms", sorted.getLast().toMillis(), "node killed");
    }
    Figures.row(table, "longest gap, ms", gaps.anywhere().toMillis(), "nothing arrived anywhere");
    Figures.row(table, "  at one endpoint, ms", gaps.atOne().toMillis(), "");
    return table.toString();
  }

  private int events() {
    return callers.stream().mapToInt(caller -> caller.posted().size()).sum();
  }
}
