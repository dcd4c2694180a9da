package io.posthorn.bench.cases;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the server records where its time and memory go, and since when that counts. */
public final class Profile {
  private final @Nullable Path file;
  private Instant from = Instant.EPOCH;
  private Instant to = Instant.MAX;

  public Profile(@Nullable Path file) {
    this.file = file;
  }

  List<String> options() {
    return file == null
        ? List.of()
        : List.of(
            "-XX:StartFlightRecording=filename=%s,settings=profile,jdk.CPUTimeSample#enabled=true"
                .formatted(file),
            "-Xlog:jfr+startup=off");
  }

  void begin() {
    from = Instant.now();
  }

  void end() {
    to = Instant.now();
  }

  /** What was found, once the server has ended; nothing where nobody asked. */
  public String found() {
    return file == null ? "" : ProfileText.of(file, from, to);
  }
}
