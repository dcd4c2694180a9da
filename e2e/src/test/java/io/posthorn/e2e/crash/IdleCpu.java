package io.posthorn.e2e.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The CPU time that a machine has left, which says whether times measured on it mean anything.
 *
 * @param idle in ticks, since the machine started
 * @param all in ticks, of all processors
 */
record IdleCpu(long idle, long all) {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;

  /** The time of guests is part of that of users. */
  private static final int COUNTED = 8;

  /** As of now; a machine that does not say has none. */
  static IdleCpu now() {
    try {
      return of(Files.readString(STAT));
    } catch (IOException e) {
      return new IdleCpu(0, 0);
    }
  }

  /** Parses the first line of /proc/stat. */
  static IdleCpu of(String stat) {
    long[] ticks =
        Arrays.stream(stat.lines().findFirst().orElse("").split(" +"))
            .skip(1)
            .limit(COUNTED)
            .mapToLong(Long::parseLong)
            .toArray();
    return new IdleCpu(ticks[IDLE] + ticks[IO_WAIT], Arrays.stream(ticks).sum());
  }

  /** The idle share of the time since an earlier point; 0 if unknown. */
  double shareSince(IdleCpu earlier) {
    return all > earlier.all ? (double) (idle - earlier.idle) / (all - earlier.all) : 0;
  }
}
