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

/** What is told of a run on Kafka. */
final class KafkaReport {
  private final List<Double> ceilings = new ArrayList<>();
  private final List<Delivered> embedded = new ArrayList<>();
  private final List<Double> embeddedLoopback = new ArrayList<>();
  private final Map<String, List<Double>> embeddedBeside = new TreeMap<>();
  private final List<String> kept = new ArrayList<>();

  void ceiling(double rate) {
    ceilings.add(rate);
  }

  void embedded(Delivered delivered, long loopback) {
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

  /** The rows that are compared; the first round of ceiling and embedded was their warm-up. */
  List<RowReport> compared(List<KafkaRound> one, List<KafkaRound> two) {
    List<Delivered> rounds = embedded.subList(1, embedded.size());
    Series ceiling = new Series("messages", "/s", ceilings.subList(1, ceilings.size()));
    Series rate = new Series("messages", "/s", rounds.stream().map(Delivered::perSecond).toList());
    Series micros = new Series("server CPU", "µs a message", each(rounds, Delivered::serverMicros));
    List<RowReport> reports = new ArrayList<>();
    reports.add(
        new RowReport(
            Row.CEILING,
            List.of(ceiling),
            List.of(Check.told("messages received", ceiling.median(), "/s")),
            List.of()));
    reports.add(
        new RowReport(
            Row.BATCH,
            List.of(rate, micros),
            List.of(
                Check.told("embedded: messages received", rate.median(), "/s"),
                Check.told("of the ceiling", rate.median() / ceiling.median(), "x"),
                Check.told("server CPU", micros.median(), micros.unit())),
            List.of(rounds.getLast().shares())));
    reports.add(of(Row.KAFKA_ONE, one, "one node", List.of()));
    List<String> stores =
        List.of("bytes in the nodes' own stores a message: " + String.join("; ", kept));
    reports.add(of(Row.KAFKA_TWO, two, "two nodes", stores));
    return reports;
  }

  private RowReport of(Row row, List<KafkaRound> rounds, String name, List<String> remarks) {
    RowReport made = of(row, rounds);
    double beside = new Series("", "", embeddedBeside.getOrDefault(name, List.of())).median();
    List<Check> checks = new ArrayList<>(made.checks());
    double rate = made.series().getFirst().median();
    checks.add(1, Check.told("of the embedded engine", rate / beside, "x"));
    List<String> said = new ArrayList<>(made.remarks());
    said.addAll(remarks);
    return new RowReport(row, made.series(), checks, said);
  }

  /** One row by itself. */
  RowReport of(Row row, List<KafkaRound> rounds) {
    double others = new Series("", "", embeddedLoopback).median();
    List<Series> series = new ArrayList<>();
    add(series, "messages", "/s", rounds, r -> r.delivered().perSecond());
    add(series, "CPU of nodes", "µs a message", rounds, r -> r.delivered().serverMicros());
    add(series, "CPU of broker", "µs a message", rounds, r -> r.micros(KafkaRound::brokerCpu));
    add(
        series,
        "CPU of callers",
        "µs a message",
        rounds,
        r -> r.micros(all -> all.delivered().loadCpu()));
    add(
        series,
        "CPU of receivers",
        "µs a message",
        rounds,
        r -> r.micros(all -> all.delivered().sinkCpu()));
    add(series, "to topics", "bytes a message", rounds, KafkaRound::appendedPerMessage);
    if (row == Row.KAFKA_ONE || row == Row.KAFKA_TWO) {
      add(
          series,
          "to and from the broker",
          "bytes a message",
          rounds,
          r -> r.perMessage((double) r.loopback()) - others);
    }
    add(
        series,
        "written by nodes",
        "bytes a message",
        rounds,
        r -> r.perMessage((double) r.written()));
    List<Check> checks = new ArrayList<>();
    series.forEach(s -> checks.add(Check.told(s.name(), s.median(), s.unit())));
    return new RowReport(row, series, checks, remarks(rounds));
  }

  private static List<String> remarks(List<KafkaRound> rounds) {
    KafkaRound last = rounds.getLast();
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "bytes a message by topic: "
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
    double others = rounds.stream().mapToDouble(KafkaRound::othersCpu).sum();
    remarks.addAll(Quietness.remarks(others, all));
    return remarks;
  }

  private static void add(
      List<Series> series,
      String name,
      String unit,
      List<KafkaRound> rounds,
      ToDoubleFunction<KafkaRound> figure) {
    series.add(new Series(name, unit, each(rounds, figure)));
  }

  private static <T> List<Double> each(List<T> rounds, ToDoubleFunction<T> figure) {
    return rounds.stream().map(figure::applyAsDouble).toList();
  }
}
