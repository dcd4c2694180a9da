package io.posthorn.e2e.receiving;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.OutputLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One of the receivers in {@code examples/receivers} as a process on a free port. If its runtime is
 * not installed, the test is skipped with a message.
 */
public final class ExampleReceiver implements AutoCloseable {
  private static final Path EXAMPLES = Path.of("../examples/receivers");
  private static final Pattern READY_LINE = Pattern.compile("Listening at (http://\\S+)");

  /** The languages of the examples. */
  public enum Language {
    JAVA("java/Receiver.java", Path.of(System.getProperty("java.home"), "bin", "java").toString()),
    NODE("node/receiver.mjs", "node"),
    PYTHON("python/receiver.py", "python3");

    private final String file;
    private final String runtime;

    Language(String file, String runtime) {
      this.file = file;
      this.runtime = runtime;
    }

    private boolean isInstalled() {
      try {
        Process process = new ProcessBuilder(runtime, "--version").start();
        return process.waitFor() == 0;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private final Process process;
  private final OutputLines output;

  private ExampleReceiver(Process process) {
    this.process = process;
    this.output = new OutputLines(process.getInputStream());
  }

  /** Starts one, and waits until it accepts connections. */
  public static ExampleReceiver start(Language language, String secret) {
    if (!language.isInstalled()) {
      InstalledTool.missing(language.runtime + " is not on this machine.");
    }
    return start(Path.of(""), secret, language.runtime, EXAMPLES.resolve(language.file).toString());
  }

  /** Starts one that was installed in a directory, and waits until it accepts connections. */
  public static ExampleReceiver start(Path directory, String secret, String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of(command), Stream.of("0")).toList())
            .directory(directory.toAbsolutePath().toFile());
    builder.environment().put("WEBHOOK_SECRET", secret);
    try {
      ExampleReceiver receiver = new ExampleReceiver(builder.redirectErrorStream(true).start());
      Await.until(
          "an address", () -> !receiver.process.isAlive() || receiver.address().isPresent());
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<URI> address() {
    return output.all().stream()
        .map(READY_LINE::matcher)
        .filter(Matcher::matches)
        .map(greeting -> URI.create(greeting.group(1)))
        .findFirst();
  }

  public URI url() {
    return address().orElseThrow(() -> new AssertionError("It has not started:\n" + output));
  }

  /** The ids of the messages that it has processed; it prints one line for each. */
  public List<String> processedIds() {
    return output.all().stream()
        .filter(line -> line.startsWith("Working on "))
        .map(line -> line.substring("Working on ".length(), line.indexOf(',')))
        .toList();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
