package io.posthorn.bench.process;

import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.JavaRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A helper process of the benchmark, controlled by one command per line. */
public final class HelperProcess implements AutoCloseable {
  /**
   * A single-threaded collector, so that the measured server keeps its cores. These processes
   * allocate little.
   */
  private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx512m");

  private static final Duration TO_STOP = Duration.ofSeconds(30);

  private final String name;
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader responses;

  private HelperProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    responses =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a process.
   *
   * @param log the file for its standard error
   */
  public static HelperProcess start(Class<?> main, Path log) {
    return start(main, OPTIONS, log);
  }

  /** Starts a process with other JVM options. */
  public static HelperProcess start(Class<?> main, List<String> options, Path log) {
    List<String> command = new ArrayList<>();
    command.add(JavaRuntime.java());
    command.addAll(options);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(JavaRuntime.classPath());
    command.add(main.getName());
    Process process =
        ChildProcess.startTracked(
            new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
    return new HelperProcess(main.getSimpleName(), process);
  }

  public long pid() {
    return process.pid();
  }

  /** Sends a command and waits for its result. */
  public String call(String order) {
    orders.println(order);
    try {
      String response = responses.readLine();
      if (response == null || !response.startsWith("ok ")) {
        throw new BenchException(name + " failed to run '" + order + "': " + response);
      }
      return response.substring(3);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a command; its result comes later. */
  public CompletableFuture<String> begin(String order) {
    CompletableFuture<String> response = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                response.complete(call(order));
              } catch (RuntimeException e) {
                response.completeExceptionally(e);
              }
            });
    return response;
  }

  @Override
  public void close() {
    orders.close();
    ChildProcess.end(process, TO_STOP);
  }
}
