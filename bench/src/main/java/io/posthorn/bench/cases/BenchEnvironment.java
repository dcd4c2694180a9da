package io.posthorn.bench.cases;

import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.ServerCommand;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The environment of all rows: the load generator and receiver processes, a data directory, and the
 * plan.
 */
public final class BenchEnvironment implements AutoCloseable {
  private final BenchPlan plan;
  private final Path directory;
  private final ServerCommand command;
  private final Consumer<String> progress;
  private final ReceiversProcess receivers;
  private final LoadProcess load;
  private final int port;
  private final AtomicInteger names;
  private @Nullable CeilingProcess ceiling;

  public BenchEnvironment(
      BenchPlan plan, Path directory, ServerCommand command, Consumer<String> progress) {
    this.plan = plan;
    this.directory = directory;
    this.command = command;
    this.progress = progress;
    names = new AtomicInteger();
    receivers = new ReceiversProcess(log());
    load = new LoadProcess(log());
    port = receivers.open(ReceiversProcess.Kind.PROMPT, false, 1).getFirst();
  }

  /** The same processes with another plan. */
  BenchEnvironment with(BenchPlan other) {
    return new BenchEnvironment(this, other);
  }

  private BenchEnvironment(BenchEnvironment one, BenchPlan plan) {
    this.plan = plan;
    directory = one.directory;
    command = one.command;
    progress = one.progress;
    receivers = one.receivers;
    load = one.load;
    port = one.port;
    names = one.names;
  }

  BenchPlan plan() {
    return plan;
  }

  ReceiversProcess receivers() {
    return receivers;
  }

  LoadProcess load() {
    return load;
  }

  /** The port of the receivers that respond at once. */
  int port() {
    return port;
  }

  Path log() {
    return directory.resolve("children.log");
  }

  void say(String line) {
    progress.accept(line);
  }

  /** The path of a new directory. */
  Path fresh(String name) {
    return directory.resolve(name + "-" + names.incrementAndGet());
  }

  /** Deletes a store, to limit the disk space of a run. */
  void discard(Path data) {
    DirectoryTree.delete(data);
  }

  /** A unique run name, which prefixes event ids. */
  String runName() {
    return "run" + names.incrementAndGet();
  }

  /** Starts a server on a data directory; closing it stops it gracefully. */
  ServerProcess server(Path data, Map<String, String> settings, List<String> options) {
    return server(command.with(options), data, settings);
  }

  /** Starts a server by way of another program that replaces itself by it. */
  ServerProcess serverStartedBy(List<String> prefix, Path data) {
    return server(command.startedBy(prefix), data, Map.of());
  }

  /** Starts another jar as a server. */
  ServerProcess server(ServerCommand other, Path data, Map<String, String> settings) {
    ServerProcess server =
        ServerProcess.in(other, fresh("server"))
            .with("data.dir", data.toString())
            .with(settings)
            .stoppingOnClose();
    try {
      return server.start();
    } catch (IllegalStateException | ConditionTimeoutException e) {
      server.close();
      throw new BenchException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Seconds from the start of the process to the ready line. */
  static double startSeconds(ServerProcess server) {
    return server.startTime().toNanos() / 1e9;
  }

  ServerProcess server(Path data) {
    return server(data, Map.of(), List.of());
  }

  /** The size of the jar; 0 if the server runs from classes, in tests. */
  double shippedBytes() {
    return command.jar().map(jar -> (double) jar.toFile().length()).orElse(0.0);
  }

  CeilingProcess ceiling() {
    if (ceiling == null) {
      ceiling = new CeilingProcess(log());
    }
    return ceiling;
  }

  /** Posts, waits until every message is received, and measures the rate. */
  RoundResult deliver(ServerProcess server, LoadSpec order, int messagesPerEvent) {
    return deliver(List.of(server), order, messagesPerEvent);
  }

  /** The same with several servers. */
  RoundResult deliver(List<ServerProcess> servers, LoadSpec order, int messagesPerEvent) {
    double server = cpuSeconds(servers);
    List<ProcessUsage> usages = List.of(load.usage(), receivers.usage());
    List<Double> before = usages.stream().map(ProcessUsage::cpuSeconds).toList();
    double machine = ProcessUsage.machineCpuSeconds();
    Map<String, Double> threads = cpuByThread(servers);
    ReceiversProcess.Count start = receivers.count();
    LoadProcess.Posted posted = load.run(order);
    ReceiversProcess.Count end = receivers.await(start, posted.accepted() * messagesPerEvent);
    return new RoundResult(
        end.messages() - start.messages(),
        end.bytes() - start.bytes(),
        (end.lastAt() - posted.startedAt()) / 1e6,
        posted.refused(),
        cpuSeconds(servers) - server,
        usages.get(0).cpuSeconds() - before.get(0),
        usages.get(1).cpuSeconds() - before.get(1),
        ProcessUsage.machineCpuSeconds() - machine,
        RoundResult.more(threads, cpuByThread(servers)));
  }

  private static double cpuSeconds(List<ServerProcess> servers) {
    return servers.stream()
        .mapToDouble(server -> new ProcessUsage(server.pid()).cpuSeconds())
        .sum();
  }

  private static Map<String, Double> cpuByThread(List<ServerProcess> servers) {
    Map<String, Double> sum = new TreeMap<>();
    for (ServerProcess server : servers) {
      new ProcessUsage(server.pid())
          .cpuByThread()
          .forEach((name, cpu) -> sum.merge(name, cpu, Double::sum));
    }
    return sum;
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (ceiling != null) {
      ceiling.close();
    }
    load.close();
    receivers.close();
  }
}
