package io.posthorn.app;

import io.posthorn.app.SignatureCheck.Verdict;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a receiver got so far, in numbers. */
final class ReceivedCount {
  /** Older ids are forgotten: a receiver can stand for days. */
  private static final int REMEMBERED = 100_000;

  private final LinkedHashMap<String, Long> times = new LinkedHashMap<>();
  private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
  private long requests;
  private long again;
  private long well;

  /** Notes that an id came, and says which time that was. */
  synchronized long arrived(@Nullable String id) {
    requests++;
    if (id == null) {
      return 1;
    }
    long time = times.merge(id, 1L, Long::sum);
    if (time > 1) {
      again++;
    } else if (times.size() > REMEMBERED) {
      times.pollFirstEntry();
    }
    return time;
  }

  synchronized void answered(Received received) {
    verdicts.merge(received.signature().verdict(), 1L, Long::sum);
    well += received.well() ? 1 : 0;
  }

  /** One line, for the end. */
  synchronized String summary() {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s of %s (%,d came again); %,d answered 2xx, %,d not. Signatures:",
                Moments.counted(requests, "request"),
                Moments.counted(requests - again, "message"),
                again,
                well,
                requests - well));
    if (verdicts.isEmpty()) {
      return line.append(" none.").toString();
    }
    String separator = " ";
    for (Map.Entry<Verdict, Long> entry : verdicts.entrySet()) {
      line.append(separator);
      line.append(String.format(Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey().word()));
      separator = ", ";
    }
    return line.append('.').toString();
  }
}
