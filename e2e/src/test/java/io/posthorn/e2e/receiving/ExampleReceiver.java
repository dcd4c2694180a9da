package io.posthorn.e2e.receiving;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/**
 * One of the receivers in {@code examples/receivers} as a process of its own, at a free port. Where
 * its runtime is not on this machine, the test that asks for it is skipped and says so.
 */
public final class ExampleReceiver implements AutoCloseable {
  private static final Path EXAMPLES = Path.of("../examples/receivers");
  private static final Pattern GREETING = Pattern.compile("Listening at (http://\\S+)");

  /** The languages there is an example in. */
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

    private boolean isThere() {
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
  private final OutputLines said;

  private ExampleReceiver(Process process) {
    this.process = process;
    this.said = new OutputLines(process.getInputStream());
  }

  /** Starts one, and waits until it can be called. */
  public static ExampleReceiver start(Language language, String secret) {
    assumeTrue(language.isThere(), language.runtime + " is not on this machine.");
    ProcessBuilder builder =
        new ProcessBuilder(language.runtime, EXAMPLES.resolve(language.file).toString(), "0");
    builder.environment().put("WEBHOOK_SECRET", secret);
    try {
      ExampleReceiver receiver = new ExampleReceiver(builder.redirectErrorStream(true).start());
      Await.until(
          "an address", () -> !receiver.process.isAlive() || receiver.greeted().isPresent());
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<URI> greeted() {
    return said.all().stream()
        .map(GREETING::matcher)
        .filter(Matcher::matches)
        .map(greeting -> URI.create(greeting.group(1)))
        .findFirst();
  }

  public URI url() {
    return greeted().orElseThrow(() -> new AssertionError("It has not started:\n" + said));
  }

  /** The ids of the messages that it has worked on, one line of its own for each. */
  public List<String> workedOn() {
    return said.all().stream()
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
