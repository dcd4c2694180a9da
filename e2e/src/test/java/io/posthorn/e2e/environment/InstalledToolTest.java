package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

final class InstalledToolTest {
  private static final String MISSING = "a-tool-that-is-not-installed";

  @TempDir Path directory = Path.of("");

  @Test
  void a_missing_tool_skips_a_test() {
    assertThatExceptionOfType(TestAbortedException.class)
        .isThrownBy(() -> InstalledTool.require(false, directory, "install it", MISSING));
  }

  @Test
  void a_missing_tool_fails_a_test_where_tools_are_required() {
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(() -> InstalledTool.require(true, directory, "install it", MISSING))
        .withMessageContaining(MISSING + " does not work here: 'install it'");
  }
}
