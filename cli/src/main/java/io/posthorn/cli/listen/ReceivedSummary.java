package io.posthorn.cli.listen;

import io.posthorn.cli.listen.SignatureReport.Verdict;
import io.posthorn.cli.terminal.TimeText;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The summary that {@code posthorn listen} prints when it stops. */
final class ReceivedSummary {
  private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
  private long requests;
  private long repeated;
  private long succeeded;

  synchronized void add(Verdict verdict, boolean again, boolean success) {
    verdicts.merge(verdict, 1L, Long::sum);
    requests++;
    repeated += again ? 1 : 0;
    succeeded += success ? 1 : 0;
  }

  /** The summary on one line. */
  synchronized String line() {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s of %s (%,d repeated); %,d got 2xx, %,d did not. Signatures:",
                TimeText.counted(requests, "request"),
                TimeText.counted(requests - repeated, "message"),
                repeated,
                succeeded,
                requests - succeeded));
    if (verdicts.isEmpty()) {
      return line.append(" none.").toString();
    }
    String separator = " ";
    for (Map.Entry<Verdict, Long> entry : verdicts.entrySet()) {
      line.append(separator);
      line.append(String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey().counted()));
      separator = ", ";
    }
    return line.append('.').toString();
  }
}
