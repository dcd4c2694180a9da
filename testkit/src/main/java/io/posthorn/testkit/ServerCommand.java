package io.posthorn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The command line that starts Posthorn from a jar or from this process's class path, with this
 * process's Java runtime.
 *
 * @param prefix the words before {@code java}, such as a program that limits its resources
 * @param javaOptions JVM options, as the launcher passes them
 * @param program the jar as {@code -jar FILE}, or a class path and the main class
 */
public record ServerCommand(List<String> prefix, List<String> javaOptions, List<String> program) {
  private static final long CACHE_SECONDS = 180;

  public ServerCommand {
    prefix = List.copyOf(prefix);
    javaOptions = List.copyOf(javaOptions);
    program = List.copyOf(program);
  }

  /** A command that starts a jar. */
  public static ServerCommand ofJar(Path jar, List<String> javaOptions) {
    return new ServerCommand(List.of(), javaOptions, List.of("-jar", jar.toString()));
  }

  /**
   * A command that starts a jar like the launcher: with the options in {@code
   * packaging/java.options} and an AOT cache next to the jar, which halves the start time. The
   * cache is created if it is missing or older than the jar.
   *
   * @param repository the directory that contains {@code packaging} and {@code bin}
   */
  public static ServerCommand asLaunched(Path repository, Path jar) {
    Path cache = jar.resolveSibling("posthorn.aot");
    makeCache(repository, jar, cache);
    return ofJar(jar, List.of("@" + optionsFile(repository), "-XX:AOTCache=" + cache));
  }

  /** A command that starts a main class from this process's class path. */
  public static ServerCommand ofMainClass(String mainClass, List<String> javaOptions) {
    return new ServerCommand(
        List.of(),
        javaOptions,
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", JavaRuntime.classPath(), mainClass));
  }

  /** The launcher's JVM options. */
  public static Path optionsFile(Path repository) {
    return repository.resolve("packaging/java.options").toAbsolutePath().normalize();
  }

  /**
   * Creates the AOT cache of a jar if it is missing. It only speeds up the start. Of several
   * processes one creates it while the others wait: a cache that is replaced while a JVM starts
   * with it can crash that JVM.
   */
  public static void makeCache(Path repository, Path jar, Path cache) {
    try (FileChannel file =
            FileChannel.open(
                cache.resolveSibling(cache.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      if (Files.exists(cache)
          && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0) {
        return;
      }
      Process made =
          new ProcessBuilder(
                  repository.resolve("bin/aot-cache").toAbsolutePath().normalize().toString(),
                  JavaRuntime.java(),
                  jar.toString(),
                  optionsFile(repository).toString(),
                  cache.toString())
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      if (!made.waitFor(CACHE_SECONDS, TimeUnit.SECONDS)) {
        made.destroy();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The jar; empty if the server runs from classes. */
  public Optional<Path> jar() {
    return program.getFirst().equals("-jar")
        ? Optional.of(Path.of(program.getLast()))
        : Optional.empty();
  }

  /** The same with more JVM options. */
  public ServerCommand with(List<String> moreJavaOptions) {
    List<String> options = new ArrayList<>(javaOptions);
    options.addAll(moreJavaOptions);
    return new ServerCommand(prefix, options, program);
  }

  /** The same, started by another program that replaces itself by it. */
  public ServerCommand startedBy(List<String> otherPrefix) {
    return new ServerCommand(otherPrefix, javaOptions, program);
  }

  /** Runs a Posthorn command. */
  public ChildProcess start(Map<String, String> environment, List<String> arguments) {
    List<String> line = new ArrayList<>(prefix);
    line.add(JavaRuntime.java());
    line.addAll(javaOptions);
    line.addAll(program);
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line);
    // Ignore this machine's settings for Posthorn and for JVMs.
    builder.environment().keySet().removeIf(name -> name.startsWith("POSTHORN_"));
    builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    return ChildProcess.start(builder);
  }
}
