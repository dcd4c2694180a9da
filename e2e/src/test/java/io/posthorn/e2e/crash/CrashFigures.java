package io.posthorn.e2e.crash;

import io.posthorn.e2e.crash.reconciliation.Reconciliation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The counts of a crash test run, as a table. */
record CrashFigures(
    long seed,
    RestartedServer server,
    List<EventPoster> posters,
    SubscriptionChanger changer,
    Reconciliation account) {

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder("crash test, seed " + seed + "\n");
    row(table, "kill -9 under load", server.starts().size() - 1L, "");
    row(table, "kill -9 while starting", server.current() - server.starts().size(), "");
    row(table, "events accepted", posters.stream().mapToInt(c -> c.posted().size()).sum(), "");
    row(table, "posts repeated", posters.stream().mapToInt(EventPoster::repeated).sum(), "");
    row(table, "messages delivered", account.messages("delivered"), "");
    row(table, "messages dropped", account.messages("dropped"), "");
    row(table, "messages cancelled", account.messages("cancelled"), "subscription deleted");
    row(table, "messages lost", account.lost(), "");
    row(table, "requests received", account.received(), "");
    row(table, "attempts recorded", account.responded() + account.refused() + account.broken(), "");
    row(table, "  of them refused", account.refused(), "receiver down");
    row(table, "  of them broken", account.broken(), "outcome unknown");
    row(table, "requests without record", account.unrecorded(), "in flight at a kill");
    row(table, "duplicates", account.duplicates(), "2xx once more, same webhook-id");
    row(table, "commands with a response", changer.commands(), "");
    row(table, "  found to hold", changer.held(), "checked after restarts");
    List<Duration> restarts = new ArrayList<>(server.starts().subList(1, server.starts().size()));
    restarts.sort(null);
    row(table, "restart p50, ms", restarts.get(restarts.size() / 2).toMillis(), "to ready");
    row(table, "restart max, ms", restarts.getLast().toMillis(), "");
    return table.toString();
  }

  static void row(StringBuilder table, String what, long count, String remark) {
    table.append("  %-26s %,9d  %s".formatted(what, count, remark).stripTrailing()).append('\n');
  }
}
