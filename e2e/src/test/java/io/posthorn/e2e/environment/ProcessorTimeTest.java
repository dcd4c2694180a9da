package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.posthorn.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProcessorTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void work_of_a_child_that_runs_or_has_ended_is_our_own() {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "without /proc there is nothing to read");
    ProcessorTime before = ProcessorTime.now();

    try (ChildProcess busy =
        ChildProcess.start(
            new ProcessBuilder("sh", "-c", "while :; do :; done & sleep 1; kill $!; wait $!"))) {
      busy.awaitExit();
    }

    ProcessorTime after = ProcessorTime.now();
    assertThat(after.own()).isGreaterThan(before.own().plusMillis(100));
    assertThat(after.busy()).isGreaterThan(before.busy().plusMillis(100));
  }

  @Test
  void the_time_of_others_is_what_is_not_our_own_as_a_share_of_all_processors() {
    ProcessorTime before = new ProcessorTime(SECOND.multipliedBy(100), SECOND.multipliedBy(10), 2);
    ProcessorTime after = new ProcessorTime(SECOND.multipliedBy(220), SECOND.multipliedBy(30), 2);

    assertThat(after.takenByOthersSince(before)).isEqualTo(SECOND.multipliedBy(50));
    assertThat(before.takenByOthersSince(before)).isZero();
  }
}
