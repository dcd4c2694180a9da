package io.posthorn.bench.row;

import io.posthorn.bench.Plan;
import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadOrder;
import io.posthorn.bench.load.LoadProcess;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.Scraps;
import io.posthorn.bench.process.ServerCommand;
import io.posthorn.bench.process.ServerProcess;
import io.posthorn.bench.process.Usage;
import io.posthorn.bench.sink.Behaviour;
import io.posthorn.bench.sink.SinkProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What every row needs: the processes around the server, a place for data, and the plan. */
public final class Workbench implements AutoCloseable {
  private final Plan plan;
  private final Path directory;
  private final ServerCommand command;
  private final Consumer<String> progress;
  private final SinkProcess sink;
  private final LoadProcess load;
  private final int port;
  private final AtomicInteger names;
  private @Nullable CeilingProcess ceiling;

  public Workbench(Plan plan, Path directory, ServerCommand command, Consumer<String> progress) {
    this.plan = plan;
    this.directory = directory;
    this.command = command;
    this.progress = progress;
    names = new AtomicInteger();
    sink = new SinkProcess(log());
    load = new LoadProcess(log());
    port = sink.open(Behaviour.PROMPT, false, 1).getFirst();
  }

  /** The same processes with another plan. */
  Workbench with(Plan other) {
    return new Workbench(this, other);
  }

  private Workbench(Workbench one, Plan plan) {
    this.plan = plan;
    directory = one.directory;
    command = one.command;
    progress = one.progress;
    sink = one.sink;
    load = one.load;
    port = one.port;
    names = one.names;
  }

  Plan plan() {
    return plan;
  }

  SinkProcess sink() {
    return sink;
  }

  LoadProcess load() {
    return load;
  }

  /** The port of the receivers that answer at once. */
  int port() {
    return port;
  }

  Path log() {
    return directory.resolve("children.log");
  }

  void say(String line) {
    progress.accept(line);
  }

  /** A directory that is not there yet. */
  Path fresh(String name) {
    return directory.resolve(name + "-" + names.incrementAndGet());
  }

  /** Removes a store that is needed no more, so that a run never takes much disk. */
  void discard(Path data) {
    Scraps.remove(data);
  }

  /** A name that no run has had: ids of events begin with it. */
  String runName() {
    return "run" + names.incrementAndGet();
  }

  ServerProcess server(Path data, Map<String, String> settings, List<String> options) {
    return ServerProcess.start(command, data, settings, options);
  }

  ServerProcess server(Path data) {
    return server(data, Map.of(), List.of());
  }

  ServerCommand command() {
    return command;
  }

  CeilingProcess ceiling() {
    if (ceiling == null) {
      ceiling = new CeilingProcess(log());
    }
    return ceiling;
  }

  /** Posts, waits until all has been received, and says how quick that was. */
  Delivered deliver(ServerProcess server, LoadOrder order, int messagesPerEvent) {
    return deliver(List.of(server), order, messagesPerEvent);
  }

  /** The same where several servers do the work together. */
  Delivered deliver(List<ServerProcess> servers, LoadOrder order, int messagesPerEvent) {
    double server = cpuSeconds(servers);
    List<Usage> usages = List.of(load.usage(), sink.usage());
    List<Double> before = usages.stream().map(Usage::cpuSeconds).toList();
    double machine = Usage.machineCpuSeconds();
    Map<String, Double> threads = cpuByThread(servers);
    SinkProcess.Count start = sink.count();
    LoadProcess.Posted posted = load.run(order);
    SinkProcess.Count end = sink.await(start, posted.accepted() * messagesPerEvent);
    return new Delivered(
        end.messages() - start.messages(),
        end.bytes() - start.bytes(),
        (end.lastAt() - posted.startedAt()) / 1e6,
        posted.refused(),
        cpuSeconds(servers) - server,
        usages.get(0).cpuSeconds() - before.get(0),
        usages.get(1).cpuSeconds() - before.get(1),
        Usage.machineCpuSeconds() - machine,
        Delivered.more(threads, cpuByThread(servers)));
  }

  private static double cpuSeconds(List<ServerProcess> servers) {
    return servers.stream().mapToDouble(server -> server.usage().cpuSeconds()).sum();
  }

  private static Map<String, Double> cpuByThread(List<ServerProcess> servers) {
    Map<String, Double> sum = new TreeMap<>();
    for (ServerProcess server : servers) {
      server.usage().cpuByThread().forEach((name, cpu) -> sum.merge(name, cpu, Double::sum));
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
    sink.close();
  }
}
