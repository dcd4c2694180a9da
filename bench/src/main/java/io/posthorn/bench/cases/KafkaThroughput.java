package io.posthorn.bench.cases;

import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadSpec;
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
 * The Kafka rows: the same load on the embedded engine and on Kafka, with one node and with two,
 * next to the ceiling. Compared rows alternate.
 */
public final class KafkaThroughput {
  private static final String TEN = "T";
  private static final String HUNDRED = "H";

  /**
   * The share of a round that is spent posting. Events are accepted once the broker has them,
   * several times faster than they are delivered: a third of the time keeps the nodes busy for the
   * whole round.
   */
  private static final long RESPONDED_SOONER = 3;

  private final BenchEnvironment bench;
  private final BenchPlan plan;
  private final String brokerClassPath;
  private final KafkaReport report = new KafkaReport();
  private final List<RowReport> reports = new ArrayList<>();
  private int messageBytes = 1_200;

  /**
   * A run.
   *
   * @param brokerClassPath the class path of a Kafka broker
   */
  public KafkaThroughput(BenchEnvironment bench, String brokerClassPath) {
    this.bench = bench;
    plan = bench.plan();
    this.brokerClassPath = brokerClassPath;
  }

  public List<RowReport> run(Profile profile) {
    bench.say("starting a broker");
    try (KafkaBroker broker = broker();
        ServerProcess embedded = bench.server(bench.fresh("embedded"))) {
      SubscriptionSetup.filtered(embedded, LoadProfiles.BATCH, plan, bench.port());
      bench.say("warming up: ceiling, embedded");
      ceiling(plan.warmMillis() / 2);
      embedded(embedded, plan.warmMillis());
      List<KafkaRoundResult> one = oneNode(broker, embedded, profile);
      List<KafkaRoundResult> two = twoNodes(broker, embedded);
      reports.addAll(report.compared(one, two));
    }
    return reports;
  }

  private KafkaBroker broker() {
    return KafkaBroker.cluster(bench.fresh("broker"), 1, KafkaBroker.Kind.STANDARD, brokerClassPath)
        .getFirst();
  }

  private List<KafkaRoundResult> oneNode(
      KafkaBroker broker, ServerProcess embedded, Profile profile) {
    bench.say("starting one node");
    Installation node = Installation.start(bench, broker, "one", 1, profile.options());
    List<KafkaRoundResult> rounds;
    try (node) {
      subscribe(node);
      SubscriptionSetup.fanned(node.first(), TEN, plan, bench.port(), 10);
      SubscriptionSetup.fanned(node.first(), HUNDRED, plan, bench.port(), 100);
      profile.begin();
      rounds = rounds("one node", node, embedded);
      profile.end();
      fan(Row.KAFKA_FAN_10, node, LoadProfiles.fanned(node.ports(), plan, TEN, 20), 10);
      fan(Row.KAFKA_FAN_100, node, LoadProfiles.fanned(node.ports(), plan, HUNDRED, 2), 100);
      idle(new ProcessUsage(node.first().pid()), new ProcessUsage(broker.pid()));
      LoadSpec more = LoadProfiles.batch(node.ports(), plan);
      reports.add(new KafkaRestore(bench, node, more).run());
    }
    report.kept("one node", node.keptPerMessage());
    return rounds;
  }

  private List<KafkaRoundResult> twoNodes(KafkaBroker broker, ServerProcess embedded) {
    bench.say("starting two nodes");
    Installation nodes = Installation.start(bench, broker, "two", 2, List.of());
    List<KafkaRoundResult> rounds;
    try (nodes) {
      subscribe(nodes);
      rounds = rounds("two nodes", nodes, embedded);
    }
    report.kept("two nodes, two copies", nodes.keptPerMessage());
    return rounds;
  }

  private void subscribe(Installation nodes) {
    bench.say("subscribing");
    SubscriptionSetup.filtered(nodes.first(), LoadProfiles.BATCH, plan, bench.port());
    bench.say("warming up");
    nodes.deliver(batch(nodes, plan.warmMillis() / RESPONDED_SOONER), 1);
  }

  private List<KafkaRoundResult> rounds(String name, Installation nodes, ServerProcess embedded) {
    List<KafkaRoundResult> rounds = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      double ceiling = ceiling(plan.roundMillis());
      double alone = embedded(embedded, plan.roundMillis());
      KafkaRoundResult kafka =
          nodes.deliver(batch(nodes, plan.roundMillis() / RESPONDED_SOONER), 1);
      rounds.add(kafka);
      report.embedded(name, alone);
      bench.say(
          "round %d: ceiling %,.0f/s, embedded %,.0f/s, %s %,.0f/s"
              .formatted(round, ceiling, alone, name, kafka.delivered().perSecond()));
    }
    return rounds;
  }

  private LoadSpec batch(Installation nodes, long millis) {
    return LoadProfiles.batch(nodes.ports(), plan).again(bench.runName(), millis);
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
    LoadSpec order = LoadProfiles.batch(server.port(), plan).again(bench.runName(), millis);
    RoundResult delivered = bench.deliver(server, order, 1);
    report.embedded(delivered, ProcessUsage.loopbackBytes() - loopback);
    messageBytes = delivered.bytesPerMessage();
    return delivered.perSecond();
  }

  private void fan(Row row, Installation node, LoadSpec order, int messagesPerEvent) {
    long millis = plan.roundMillis() / 2 / RESPONDED_SOONER;
    node.deliver(order.again(bench.runName(), millis), messagesPerEvent);
    List<KafkaRoundResult> rounds = new ArrayList<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      rounds.add(node.deliver(order.again(bench.runName(), millis), messagesPerEvent));
    }
    RowReport made = report.of(row, rounds);
    reports.add(made);
    bench.say("%s %,.0f/s".formatted(row.title(), made.series().getFirst().median()));
  }

  /** CPU of the idle node and broker, as shares of a core. */
  private void idle(ProcessUsage node, ProcessUsage broker) {
    bench.say("idle");
    BenchEnvironment.pause(2 * plan.idleMillis()); // let compaction and JIT compilation finish
    Map<String, Double> threads = node.cpuByThread();
    double nodeBefore = node.cpuSeconds();
    double brokerBefore = broker.cpuSeconds();
    double seconds = 4 * plan.idleMillis() / 1e3;
    BenchEnvironment.pause(4 * plan.idleMillis());
    double nodeShare = 100 * (node.cpuSeconds() - nodeBefore) / seconds;
    double brokerShare = 100 * (broker.cpuSeconds() - brokerBefore) / seconds;
    reports.add(
        new RowReport(
            Row.KAFKA_IDLE,
            List.of(new Series("seconds", "measured", List.of(seconds))),
            List.of(
                Check.info("node", nodeShare, "% of a core"),
                Check.info("broker", brokerShare, "% of a core")),
            List.of(
                "node's memory: %,d MiB".formatted(node.residentBytes() >> 20),
                "CPU seconds of its threads: " + RoundResult.more(threads, node.cpuByThread()))));
  }
}
