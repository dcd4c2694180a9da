package io.posthorn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process and what it writes. No child outlives the JVM that started it: {@link #close} ends it,
 * and otherwise a shutdown hook does.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
  private static final Queue<Runnable> CLEAN_UPS = new ConcurrentLinkedQueue<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::killAll, "end-children"));
  }

  private final Process process;
  private final OutputLines out;
  private final OutputLines err;

  private ChildProcess(Process process) {
    this.process = process;
    out = new OutputLines(process.getInputStream());
    err = new OutputLines(process.getErrorStream());
  }

  /** Starts a command and reads what it writes. */
  public static ChildProcess start(ProcessBuilder builder) {
    return new ChildProcess(startTracked(builder));
  }

  /** Starts a command whose streams the caller takes care of; it does not outlive this JVM. */
  public static Process startTracked(ProcessBuilder builder) {
    try {
      Process process = builder.start();
      RUNNING.add(process);
      var _ = process.onExit().thenAccept(RUNNING::remove);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs when this JVM ends and no child is left, to delete what they wrote. */
  public static void afterLastChild(Runnable cleanUp) {
    CLEAN_UPS.add(cleanUp);
  }

  private static void killAll() {
    RUNNING.forEach(Process::destroyForcibly);
    RUNNING.forEach(process -> process.onExit().join());
    CLEAN_UPS.forEach(Runnable::run);
  }

  /** Asks a process to end (SIGTERM), waits for that, and kills it if it does not. */
  public static void end(Process process, Duration patience) {
    process.destroy();
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Its standard output. */
  public OutputLines out() {
    return out;
  }

  /** Its standard error. */
  public OutputLines err() {
    return err;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, and answers its exit code. */
  public int awaitExit() {
    return awaitExit(Patience.LONG);
  }

  /** Waits for the end of something that takes long. */
  public int awaitExit(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "process " + pid() + " has not ended after " + patience + ":\n" + this);
      }
      out.awaitEnd();
      err.awaitEnd();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Asks it to end, as an operator would (SIGTERM), and does not wait. */
  public void terminate() {
    // Process.destroy would also close its output, and the last lines would be lost.
    process.toHandle().destroy();
  }

  /** Ends it where it stands (SIGKILL), and waits. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }

  /** All it wrote, for a test that fails. */
  @Override
  public String toString() {
    String exit = process.isAlive() ? "running" : "ended with " + process.exitValue();
    return "--- process %d, %s; stdout:\n%s\n--- stderr:\n%s\n---".formatted(pid(), exit, out, err);
  }
}
