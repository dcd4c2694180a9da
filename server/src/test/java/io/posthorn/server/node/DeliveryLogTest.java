package io.posthorn.server.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

final class DeliveryLogTest {
  @Test
  void what_was_said_before_the_end_is_written() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeliveryLog log = new DeliveryLog(LogFormat.TEXT, new PrintStream(out, true, UTF_8))) {
      for (int i = 0; i < 100; i++) {
        log.happened("something", "number " + i);
      }
    }
    assertThat(out.toString(UTF_8).lines()).hasSize(100).last().asString().contains("number 99");
  }
}
