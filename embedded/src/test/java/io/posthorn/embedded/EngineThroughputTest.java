package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class EngineThroughputTest {
  @TempDir Path parent;

  @Test
  @Timeout(120)
  void a_hundred_thousand_events_all_arrive() throws InterruptedException {
    String metrics = EngineThroughput.run(parent.resolve("store"), 100_000);
    System.out.println(metrics);
    assertThat(metrics).startsWith("100000 events");
  }
}
