package io.posthorn.bench.cases;

import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadOrder;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.KafkaBroker;
import io.posthorn.testkit.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The same load on the embedded engine and on Kafka, with one node and with two, beside the
 * ceiling: what is compared runs in turns.
 */
public final class OnKafka {
  private static final String TEN = "T";
  private static final String HUNDRED = "H";

  /**
   * Events are accepted when the broker has them, some times as quick as they are delivered: what
   * is posted in a third of the time keeps the nodes busy for more than all of it.
   */
  private static final long ANSWERED_SOONER = 3;

  private final Workbench bench;
  private final Plan plan;
  private final String brokerClassPath;
  private final KafkaReport report = new KafkaReport();
  private final List<RowReport> reports = new ArrayList<>();
  private int messageBytes = 1_200;

  /**
   * A run.
   *
   * @param brokerClassPath of a broker's jars
   */
  public OnKafka(Workbench bench, String brokerClassPath) {
    this.bench = bench;
    plan = bench.plan();
    this.brokerClassPath = brokerClassPath;
  }

  public List<RowReport> run(Profile profile) {
    bench.say("starting a broker");
    try (KafkaBroker broker = broker();
        ServerProcess embedded = bench.server(bench.fresh("embedded"))) {
      Subscribers.filtered(embedded, Orders.BATCH, plan, bench.port());
      bench.say("warming up: ceiling, embedded");
      ceiling(plan.warmMillis() / 2);
      embedded(embedded, plan.warmMillis());
      List<KafkaRound> one = oneNode(broker, embedded, profile);
      List<KafkaRound> two = twoNodes(broker, embedded);
      reports.addAll(report.compared(one, two));
    }
    return reports;
  }

  private KafkaBroker broker() {
    return KafkaBroker.cluster(bench.fresh("broker"), 1, KafkaBroker.Kind.STANDARD, brokerClassPath)
        .getFirst();
  }

  private List<KafkaRound> oneNode(KafkaBroker broker, ServerProcess embedded, Profile profile) {
    bench.say("starting one node");
    Installation node = Installation.start(bench, broker, "one", 1, profile.options());
    List<KafkaRound> rounds;
    try (node) {
      subscribe(node);
      Subscribers.fanned(node.first(), TEN, plan, bench.port(), 10);
      Subscribers.fanned(node.first(), HUNDRED, plan, bench.port(), 100);
      profile.begin();
      rounds = rounds("one node", node, embedded);
      profile.end();
      fan(Row.KAFKA_FAN_10, node, Orders.fanned(node.ports(), plan, TEN, 20), 10);
      fan(Row.KAFKA_FAN_100, node, Orders.fanned(node.ports(), plan, HUNDRED, 2), 100);
      idle(new ProcessUsage(node.first().pid()), new ProcessUsage(broker.pid()));
    }
    report.kept("one node", node.keptPerMessage());
    return rounds;
  }

  private List<KafkaRound> twoNodes(KafkaBroker broker, ServerProcess embedded) {
    bench.say("starting two nodes");
    Installation nodes = Installation.start(bench, broker, "two", 2, List.of());
    List<KafkaRound> rounds;
    try (nodes) {
      subscribe(nodes);
      rounds = rounds("two nodes", nodes, embedded);
    }
    report.kept("two nodes, two copies", nodes.keptPerMessage());
    return rounds;
  }

  private void subscribe(Installation nodes) {
    bench.say("subscribing");
    Subscribers.filtered(nodes.first(), Orders.BATCH, plan, bench.port());
    bench.say("warming up");
    nodes.deliver(batch(nodes, plan.warmMillis() / ANSWERED_SOONER), 1);
  }

  private List<KafkaRound> rounds(String name, Installation nodes, ServerProcess embedded) {
    List<KafkaRound> rounds = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      double ceiling = ceiling(plan.roundMillis());
      double alone = embedded(embedded, plan.roundMillis());
      KafkaRound kafka = nodes.deliver(batch(nodes, plan.roundMillis() / ANSWERED_SOONER), 1);
      rounds.add(kafka);
      report.embedded(name, alone);
      bench.say(
          "round %d: ceiling %,.0f/s, embedded %,.0f/s, %s %,.0f/s"
              .formatted(round, ceiling, alone, name, kafka.delivered().perSecond()));
    }
    return rounds;
  }

  private LoadOrder batch(Installation nodes, long millis) {
    return Orders.batch(nodes.ports(), plan).again(bench.runName(), millis);
  }

  private double ceiling(long millis) {
    ReceiversProcess.Count before = bench.receivers().count();
    CeilingProcess.Sent sent = bench.ceiling().run(bench.port(), messageBytes, millis);
    bench.receivers().await(before, sent.messages());
    double rate = sent.messages() / sent.seconds();
    report.ceiling(rate);
    return rate;
  }

  private double embedded(ServerProcess server, long millis) {
    long loopback = ProcessUsage.loopbackBytes();
    LoadOrder order = Orders.batch(server.port(), plan).again(bench.runName(), millis);
    Delivered delivered = bench.deliver(server, order, 1);
    report.embedded(delivered, ProcessUsage.loopbackBytes() - loopback);
    messageBytes = delivered.bytesPerMessage();
    return delivered.perSecond();
  }

  private void fan(Row row, Installation node, LoadOrder order, int messagesPerEvent) {
    long millis = plan.roundMillis() / 2 / ANSWERED_SOONER;
    node.deliver(order.again(bench.runName(), millis), messagesPerEvent);
    List<KafkaRound> rounds = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      rounds.add(node.deliver(order.again(bench.runName(), millis), messagesPerEvent));
    }
    RowReport made = report.of(row, rounds);
    reports.add(made);
    bench.say("%s %,.0f/s".formatted(row.title(), made.series().getFirst().median()));
  }

  /** Shares of a core, over some seconds in which nobody asks for anything. */
  private void idle(ProcessUsage node, ProcessUsage broker) {
    bench.say("idle");
    Workbench.pause(2 * plan.idleMillis()); // what merging and compiling is left
    Map<String, Double> threads = node.cpuByThread();
    double nodeBefore = node.cpuSeconds();
    double brokerBefore = broker.cpuSeconds();
    double seconds = 4 * plan.idleMillis() / 1e3;
    Workbench.pause(4 * plan.idleMillis());
    double nodeShare = 100 * (node.cpuSeconds() - nodeBefore) / seconds;
    double brokerShare = 100 * (broker.cpuSeconds() - brokerBefore) / seconds;
    reports.add(
        new RowReport(
            Row.KAFKA_IDLE,
            List.of(new Series("seconds", "looked at", List.of(seconds))),
            List.of(
                Check.told("node", nodeShare, "% of a core"),
                Check.told("broker", brokerShare, "% of a core")),
            List.of(
                "node's memory: %,d MiB".formatted(node.residentBytes() >> 20),
                "CPU s of its threads: " + Delivered.more(threads, node.cpuByThread()))));
  }
}
