package io.posthorn.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The jar as a child process, started as the launcher does, on the JDK that runs the tests. No
 * child outlives its test: {@link #close} ends it, and should the tests themselves be ended, a hook
 * does.
 */
public final class JarProcess implements AutoCloseable {
  private static final Path JAR =
      Path.of(System.getProperty("posthorn.jar", "../app/target/posthorn.jar"));

  /** For temporary files: a process that is killed leaves them there. */
  private static final Path TEMPORARY = temporary();

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(JarProcess::leaveNothing));
  }

  private final Process process;
  private final Lines out;
  private final Lines err;

  private JarProcess(Process process) {
    this.process = process;
    out = new Lines(process.getInputStream());
    err = new Lines(process.getErrorStream());
    RUNNING.add(process);
    var _ = process.onExit().thenAccept(RUNNING::remove);
  }

  /** Found out when the first process is started, and once. */
  private static final class Quick {
    static final List<String> OPTIONS = QuickStart.options(JAVA, JAR);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("posthorn-e2e-tmp");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void leaveNothing() {
    RUNNING.forEach(Process::destroyForcibly);
    RUNNING.forEach(process -> process.onExit().join());
    Trash.remove(TEMPORARY);
  }

  /** Starts a command of the jar. */
  public static JarProcess start(Map<String, String> environment, String... arguments) {
    if (!Files.exists(JAR)) {
      throw new IllegalStateException(JAR + " is not there: run these tests by `mvn verify`.");
    }
    List<String> command = new ArrayList<>();
    command.add(JAVA.toString());
    command.addAll(Quick.OPTIONS);
    command.add("-Djava.io.tmpdir=" + TEMPORARY);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // What the machine has set for its own Posthorn, or for every JVM, is not meant here.
    builder.environment().keySet().removeIf(name -> name.startsWith("POSTHORN_"));
    builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    return launch(builder);
  }

  /** Starts a program as on another machine: of the environment it sees what is given here. */
  public static JarProcess startAlone(Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return launch(builder);
  }

  private static JarProcess launch(ProcessBuilder builder) {
    try {
      return new JarProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command of the jar to its end. */
  public static JarProcess run(Map<String, String> environment, String... arguments) {
    try (JarProcess process = start(environment, arguments)) {
      process.awaitExit();
      return process;
    }
  }

  /** What it printed. */
  public Lines out() {
    return out;
  }

  /** What it complained about. */
  public Lines err() {
    return err;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, by itself or because it was told to. */
  public int awaitExit() {
    return awaitExit(Patience.LONG);
  }

  /** Waits for the end of something that has much to do. */
  public int awaitExit(Duration patience) {
    try {
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("It has not ended:\n" + this);
      }
      out.awaitEnd();
      err.awaitEnd();
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks it to end, as an operator would (SIGTERM), and does not wait. */
  public void terminate() {
    process.toHandle().destroy(); // the process itself would shut our ears as well
  }

  /** Ends it where it stands (SIGKILL). */
  public void kill9() {
    process.destroyForcibly();
    awaitExit();
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill9();
    }
  }

  /** All it wrote, for a test that fails. */
  @Override
  public String toString() {
    return "stdout:\n" + out + "\nstderr:\n" + err;
  }
}
