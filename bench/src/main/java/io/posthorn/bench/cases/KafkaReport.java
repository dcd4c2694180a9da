package io.posthorn.bench.cases;

import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of a run on Kafka. */
final class KafkaReport {
  private final List<Double> ceilings = new ArrayList<>();
  private final List<RoundResult> embedded = new ArrayList<>();
  private final List<Double> embeddedLoopback = new ArrayList<>();
  private final Map<String, List<Double>> embeddedBeside = new TreeMap<>();
  private final List<String> kept = new ArrayList<>();

  void ceiling(double rate) {
    ceilings.add(rate);
  }

  void embedded(RoundResult delivered, long loopback) {
    embedded.add(delivered);
    embeddedLoopback.add(loopback / (double) delivered.messages());
  }

  /** The embedded engine's rate in the same round. */
  void embedded(String beside, double rate) {
    embeddedBeside.computeIfAbsent(beside, any -> new ArrayList<>()).add(rate);
  }

  void kept(String name, double bytes) {
    kept.add(String.format(Locale.ROOT, "%s %.0f", name, bytes));
  }

  /** The compared rows, without the warm-up round of ceiling and embedded. */
  List<RowReport> compared(List<KafkaRoundResult> one, List<KafkaRoundResult> two) {
    List<RoundResult> rounds = embedded.subList(1, embedded.size());
    Series ceiling = new Series("messages", "/s", ceilings.subList(1, ceilings.size()));
    Series rate =
        new Series("messages", "/s", rounds.stream().map(RoundResult::perSecond).toList());
    Series micros = new Series("server CPU", "µs/message", each(rounds, RoundResult::serverMicros));
    List<RowReport> reports = new ArrayList<>();
    reports.add(
        new RowReport(
            Row.CEILING,
            List.of(ceiling),
            List.of(Check.info("messages received", ceiling.median(), "/s")),
            List.of()));
    reports.add(
        new RowReport(
            Row.BATCH,
            List.of(rate, micros),
            List.of(
                Check.info("embedded: messages received", rate.median(), "/s"),
                Check.info("of the ceiling", rate.median() / ceiling.median(), "x"),
                Check.info("server CPU", micros.median(), micros.unit())),
            List.of(rounds.getLast().shares())));
    reports.add(of(Row.KAFKA_ONE, one, "one node", List.of()));
    List<String> stores =
        List.of("bytes per message in the nodes' own stores: " + String.join("; ", kept));
    reports.add(of(Row.KAFKA_TWO, two, "two nodes", stores));
    return reports;
  }

  private RowReport of(Row row, List<KafkaRoundResult> rounds, String name, List<String> remarks) {
    RowReport made = of(row, rounds);
    double beside = new Series("", "", embeddedBeside.getOrDefault(name, List.of())).median();
    List<Check> checks = new ArrayList<>(made.checks());
    double rate = made.series().getFirst().median();
    checks.add(1, Check.info("of the embedded engine", rate / beside, "x"));
    List<String> allRemarks = new ArrayList<>(made.remarks());
    allRemarks.addAll(remarks);
    return new RowReport(row, made.series(), checks, allRemarks);
  }

  /** The report of a single row. */
  RowReport of(Row row, List<KafkaRoundResult> rounds) {
    double others = new Series("", "", embeddedLoopback).median();
    List<Series> series = new ArrayList<>();
    add(series, "messages", "/s", rounds, r -> r.delivered().perSecond());
    add(series, "CPU of nodes", "µs/message", rounds, r -> r.delivered().serverMicros());
    add(series, "CPU of broker", "µs/message", rounds, r -> r.micros(KafkaRoundResult::brokerCpu));
    add(
        series,
        "CPU of callers",
        "µs/message",
        rounds,
        r -> r.micros(all -> all.delivered().loadCpu()));
    add(
        series,
        "CPU of receivers",
        "µs/message",
        rounds,
        r -> r.micros(all -> all.delivered().sinkCpu()));
    add(series, "to topics", "bytes/message", rounds, KafkaRoundResult::appendedPerMessage);
    if (row == Row.KAFKA_ONE || row == Row.KAFKA_TWO) {
      add(
          series,
          "to and from the broker",
          "bytes/message",
          rounds,
          r -> r.perMessage((double) r.loopback()) - others);
    }
    add(
        series,
        "written by nodes",
        "bytes/message",
        rounds,
        r -> r.perMessage((double) r.written()));
    List<Check> checks = new ArrayList<>();
    series.forEach(s -> checks.add(Check.info(s.name(), s.median(), s.unit())));
    return new RowReport(row, series, checks, remarks(rounds));
  }

  private static List<String> remarks(List<KafkaRoundResult> rounds) {
    KafkaRoundResult last = rounds.getLast();
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "bytes/message by topic: "
            + last.appended().entrySet().stream()
                .filter(topic -> last.perMessage(topic.getValue()) >= 1)
                .map(
                    topic ->
                        String.format(
                            Locale.ROOT,
                            "%s %.0f",
                            topic.getKey(),
                            last.perMessage(topic.getValue())))
                .collect(Collectors.joining(", ")));
    remarks.add(last.delivered().shares());
    double all = rounds.stream().mapToDouble(r -> r.delivered().machineCpu()).sum();
    double others = rounds.stream().mapToDouble(KafkaRoundResult::othersCpu).sum();
    remarks.addAll(MachineNoise.remarks(others, all));
    return remarks;
  }

  private static void add(
      List<Series> series,
      String name,
      String unit,
      List<KafkaRoundResult> rounds,
      ToDoubleFunction<KafkaRoundResult> figure) {
    series.add(new Series(name, unit, each(rounds, figure)));
  }

  private static <T> List<Double> each(List<T> rounds, ToDoubleFunction<T> figure) {
    return rounds.stream().map(figure::applyAsDouble).toList();
  }
}
