package io.posthorn.e2e.crash;

import io.posthorn.e2e.crash.reconciliation.ArrivalGaps;
import io.posthorn.e2e.crash.reconciliation.Reconciliation;
import java.time.Duration;
import java.util.List;

/**
 * The counts of a long run on Kafka, as a table.
 *
 * @param kinds the counts of each kind of round
 * @param time the time under load
 * @param unknown accepted events that do not exist
 */
record KafkaRunFigures(
    long seed,
    List<Round> rounds,
    List<RoundFigures> kinds,
    Duration time,
    ArrivalGaps gaps,
    List<EventPoster> posters,
    Reconciliation account,
    long unknown) {

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder("long run on Kafka, seed " + seed + "\n");
    CrashFigures.row(table, "rounds", rounds.size(), "");
    CrashFigures.row(table, "events accepted", events(), "");
    CrashFigures.row(
        table, "  a second", Math.round(events() * 1e3 / Math.max(1, time.toMillis())), "over all");
    CrashFigures.row(
        table, "posts repeated", posters.stream().mapToInt(EventPoster::repeated).sum(), "");
    CrashFigures.row(table, "messages delivered", account.messages("delivered"), "");
    CrashFigures.row(table, "messages dropped", account.messages("dropped"), "");
    CrashFigures.row(table, "messages cancelled", account.messages("cancelled"), "");
    CrashFigures.row(
        table, "lost", unknown + account.lost(), "events unknown, messages without end");
    CrashFigures.row(table, "requests received", account.received(), "");
    CrashFigures.row(table, "duplicates", account.duplicates(), "2xx once more, same webhook-id");
    CrashFigures.row(
        table, "longest gap, ms", gaps.anywhere().toMillis(), "nothing arrived anywhere");
    CrashFigures.row(table, "  at one endpoint, ms", gaps.atOne().toMillis(), "");
    table.append(RoundFigures.header()).append('\n');
    kinds.forEach(kind -> table.append(kind).append('\n'));
    return table.toString();
  }

  private int events() {
    return posters.stream().mapToInt(poster -> poster.posted().size()).sum();
  }
}
