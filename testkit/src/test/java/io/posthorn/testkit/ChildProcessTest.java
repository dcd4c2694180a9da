package io.posthorn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ChildProcessTest {
  private static final Pattern READY = Pattern.compile("ready at (\\d+)");

  @Test
  void the_output_and_exit_code_of_a_process_are_recorded() {
    try (ChildProcess process = shell("echo ready at 42; echo oh >&2; exit 3")) {
      assertThat(process.out().await(READY, Await.TIMEOUT).map(found -> found.group(1)))
          .contains("42");
      assertThat(process.awaitExit()).isEqualTo(3);
      assertThat(process.out().all()).containsExactly("ready at 42");
      assertThat(process.err().all()).containsExactly("oh");
      assertThat(process).hasToString(process.toString()).asString().contains("ended with 3");
    }
  }

  @Test
  void waiting_for_a_line_ends_with_the_process() {
    try (ChildProcess process = shell("echo nothing")) {
      assertThat(process.out().await(READY, Await.TIMEOUT)).isEmpty();
    }
  }

  @Test
  void a_terminated_process_can_still_write() {
    try (ChildProcess process =
        shell("trap 'echo bye; exit 0' TERM; echo ready at 1; while :; do sleep 0.05; done")) {
      process.out().await(READY, Await.TIMEOUT);

      process.terminate();

      assertThat(process.awaitExit()).isZero();
      assertThat(process.out().all()).endsWith("bye");
    }
  }

  @Test
  void closing_kills_it() {
    ChildProcess process = shell("trap '' TERM; echo ready at 1; while :; do sleep 0.05; done");
    process.out().await(READY, Await.TIMEOUT);
    assertThatIllegalStateException()
        .isThrownBy(() -> process.awaitExit(Duration.ofMillis(50)))
        .withMessageContaining("has not ended");

    process.close();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void of_many_lines_the_first_and_the_latest_are_kept() throws InterruptedException {
    String text =
        IntStream.range(0, 60_000).mapToObj(String::valueOf).collect(Collectors.joining("\n"));
    OutputLines lines =
        new OutputLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

    lines.awaitEnd();

    assertThat(lines.all()).hasSize(51_000).startsWith("0", "1").endsWith("59998", "59999");
    assertThat(lines.find(Pattern.compile("^7$")).map(Matcher::group)).contains("7");
  }

  @Test
  void a_directory_is_deleted_with_its_contents(@TempDir Path directory) throws Exception {
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/c"), "x");

    DirectoryTree.delete(tree);
    DirectoryTree.delete(tree);

    assertThat(tree).doesNotExist();
  }

  private static ChildProcess shell(String script) {
    return ChildProcess.start(new ProcessBuilder(List.of("/bin/sh", "-c", script)));
  }
}
