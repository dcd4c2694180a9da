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

/** A process of the benchmark itself, which does what it is told line by line. */
public final class Child implements AutoCloseable {
  /**
   * One thread collects garbage, so that what is measured keeps its cores. What these processes do
   * allocates little.
   */
  private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx512m");

  private static final Duration TO_STOP = Duration.ofSeconds(30);

  private final String name;
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts one.
   *
   * @param log what it says on the side goes to this file
   */
  public static Child start(Class<?> main, Path log) {
    return start(main, OPTIONS, log);
  }

  /** Starts one that needs other options of the Java machine. */
  public static Child start(Class<?> main, List<String> options, Path log) {
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
    return new Child(main.getSimpleName(), process);
  }

  public long pid() {
    return process.pid();
  }

  /** Gives an order and waits until it is carried out. */
  public String ask(String order) {
    orders.println(order);
    try {
      String answer = answers.readLine();
      if (answer == null || !answer.startsWith("ok ")) {
        throw new BenchException(name + " could not '" + order + "': " + answer);
      }
      return answer.substring(3);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives an order; what is answered comes later. */
  public CompletableFuture<String> begin(String order) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(ask(order));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }

  @Override
  public void close() {
    orders.close();
    ChildProcess.end(process, TO_STOP);
  }
}
