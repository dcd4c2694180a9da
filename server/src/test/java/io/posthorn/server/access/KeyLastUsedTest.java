package io.posthorn.server.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyLastUsedTest {
  @TempDir Path directory = Path.of("");

  @Test
  void the_last_use_is_known_to_the_second() {
    try (KeyLastUsed use = KeyLastUsed.inMemory()) {
      use.note("key_a", 10_000);
      use.note("key_a", 10_999);
      assertThat(use.of("key_a")).isEqualTo(10_000);

      use.note("key_a", 11_000);
      assertThat(use.of("key_a")).isEqualTo(11_000);
      assertThat(use.of("key_b")).isZero();
    }
  }

  @Test
  void it_survives_a_restart_and_corrupt_lines_are_skipped() throws IOException {
    Path file = directory.resolve("key-use");
    try (KeyLastUsed use = KeyLastUsed.in(file)) {
      use.note("key_a", 10_000);
      use.note("key_b", 20_000);
    }
    Files.writeString(
        file,
        Files.readString(file) + "nonsense\u00FF\nkey_c x\nkey_d 99999999999999999999\n",
        ISO_8859_1);

    try (KeyLastUsed use = KeyLastUsed.in(file)) {
      assertThat(use.of("key_a")).isEqualTo(10_000);
      assertThat(use.of("key_b")).isEqualTo(20_000);
      assertThat(use.of("key_c")).isZero();
      assertThat(use.of("key_d")).isZero();
    }
  }
}
