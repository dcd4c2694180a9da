package io.posthorn.bench.cases;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's optional CPU and allocation profile, and the period it covers. */
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

  /** The profile as text, after the server has stopped; empty without {@code --profile}. */
  public String found() {
    return file == null ? "" : ProfileText.of(file, from, to);
  }
}
