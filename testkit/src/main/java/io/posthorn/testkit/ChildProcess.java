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
 * A child process and its output. No child outlives the JVM that started it: {@link #close} ends
 * it, and otherwise a shutdown hook does.
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

  /** Starts a command and reads its output. */
  public static ChildProcess start(ProcessBuilder builder) {
    return new ChildProcess(startTracked(builder));
  }

  /** Starts a command whose streams the caller handles; it does not outlive this JVM. */
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

  /** Registers a cleanup that runs when this JVM ends and no child is left. */
  public static void afterLastChild(Runnable cleanUp) {
    CLEAN_UPS.add(cleanUp);
  }

  private static void killAll() {
    RUNNING.forEach(Process::destroyForcibly);
    RUNNING.forEach(process -> process.onExit().join());
    CLEAN_UPS.forEach(Runnable::run);
  }

  /** Asks a process to end (SIGTERM), waits for that, and kills it if it does not. */
  public static void end(Process process, Duration timeout) {
    process.destroy();
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
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

  /** Waits for its exit and returns the exit code. */
  public int awaitExit() {
    return awaitExit(Await.TIMEOUT);
  }

  /** Waits for its exit, up to a given time limit. */
  public int awaitExit(Duration timeout) {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "process " + pid() + " has not ended after " + timeout + ":\n" + this);
      }
      out.awaitEnd();
      err.awaitEnd();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends SIGTERM, as an operator would, and does not wait. */
  public void terminate() {
    // Process.destroy would also close its output and lose the last lines.
    process.toHandle().destroy();
  }

  /** Sends SIGKILL and waits. */
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

  /** Its whole output, for a failed test. */
  @Override
  public String toString() {
    String exit = process.isAlive() ? "running" : "ended with " + process.exitValue();
    return "--- process %d, %s; stdout:\n%s\n--- stderr:\n%s\n---".formatted(pid(), exit, out, err);
  }
}
