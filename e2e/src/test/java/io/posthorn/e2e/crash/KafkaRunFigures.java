package io.posthorn.e2e.crash;

import java.time.Duration;
import java.util.List;

/**
 * The counts of a long run on Kafka, as a table.
 *
 * @param unknown accepted events that do not exist
 */
record KafkaRunFigures(
    long seed,
    int rounds,
    int brokerKills,
    List<Duration> takeOvers,
    ArrivalGaps gaps,
    List<EventPoster> posters,
    Reconciliation account,
    long unknown) {

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder("long run on Kafka, seed " + seed + "\n");
    CrashFigures.row(table, "brokers killed", brokerKills, "");
    CrashFigures.row(table, "nodes killed", rounds - brokerKills, "");
    CrashFigures.row(table, "events accepted", events(), "");
    CrashFigures.row(
        table, "posts repeated", posters.stream().mapToInt(EventPoster::repeated).sum(), "");
    CrashFigures.row(table, "messages delivered", account.messages("delivered"), "");
    CrashFigures.row(table, "messages dropped", account.messages("dropped"), "");
    CrashFigures.row(table, "messages cancelled", account.messages("cancelled"), "");
    CrashFigures.row(
        table, "lost", unknown + account.lost(), "events unknown, messages without end");
    CrashFigures.row(table, "requests received", account.received(), "");
    CrashFigures.row(table, "duplicates", account.duplicates(), "2xx once more, same webhook-id");
    List<Duration> sorted = takeOvers.stream().sorted().toList();
    if (!sorted.isEmpty()) {
      CrashFigures.row(table, "take-over median, ms", sorted.get(sorted.size() / 2).toMillis(), "");
      CrashFigures.row(table, "take-over max, ms", sorted.getLast().toMillis(), "node killed");
    }
    CrashFigures.row(
        table, "longest gap, ms", gaps.anywhere().toMillis(), "nothing arrived anywhere");
    CrashFigures.row(table, "  at one endpoint, ms", gaps.atOne().toMillis(), "");
    return table.toString();
  }

  private int events() {
    return posters.stream().mapToInt(poster -> poster.posted().size()).sum();
  }
}
