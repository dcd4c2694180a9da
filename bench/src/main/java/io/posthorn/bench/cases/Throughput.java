package io.posthorn.bench.cases;

import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadOrder;
import io.posthorn.bench.receivers.ReceiversProcess;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How many messages a second: batch, single and fan-out beside the ceiling, in turns, so that what
 * disturbs the machine disturbs them alike.
 */
public final class Throughput {
  private static final Set<Row> ROWS = EnumSet.of(Row.CEILING, Row.BATCH, Row.SINGLE, Row.FAN_OUT);

  /** A place to begin with; after the first batch it is what messages really weigh. */
  private int messageBytes = 1_200;

  private final Workbench bench;
  private final Plan plan;
  private final Set<Row> rows;
  private final Map<Row, List<Double>> rates = new EnumMap<>(Row.class);
  private final Map<Row, List<Delivered>> rounds = new EnumMap<>(Row.class);

  public Throughput(Workbench bench, Set<Row> wanted) {
    this.bench = bench;
    plan = bench.plan();
    rows = EnumSet.copyOf(ROWS);
    rows.retainAll(wanted);
    rows.add(Row.CEILING);
  }

  public static boolean isAmong(Set<Row> wanted) {
    return wanted.stream().anyMatch(ROWS::contains);
  }

  public List<RowReport> run(Profile profile) {
    Path data = bench.fresh("throughput");
    try (ServerProcess server = bench.server(data, Map.of(), profile.options())) {
      bench.say("subscribing");
      Subscribers.filtered(server, Orders.BATCH, plan, bench.port());
      Subscribers.fanned(server, Orders.FAN, plan, bench.port());
      for (Row row : rows) {
        bench.say("warming up: " + row.title());
        measure(server, row, plan.warmMillis());
      }
      rates.clear();
      rounds.clear();
      profile.begin();
      for (int round = 1; round <= plan.rounds(); round++) {
        for (Row row : rows) {
          double rate = measure(server, row, plan.roundMillis());
          bench.say("round %d: %s %,.0f/s".formatted(round, row.title(), rate));
        }
      }
      profile.end();
    }
    bench.discard(data);
    return rows.stream().map(this::report).toList();
  }

  private double measure(ServerProcess server, Row row, long millis) {
    double rate;
    if (row == Row.CEILING) {
      rate = ceiling(millis);
    } else {
      LoadOrder order = order(server, row).again(bench.runName(), millis);
      int perEvent = row == Row.FAN_OUT ? plan.codes() * Plan.REGIONS : 1;
      Delivered delivered = bench.deliver(server, order, perEvent);
      messageBytes = delivered.bytesPerMessage();
      rounds.computeIfAbsent(row, any -> new ArrayList<>()).add(delivered);
      rate = delivered.perSecond();
    }
    rates.computeIfAbsent(row, any -> new ArrayList<>()).add(rate);
    return rate;
  }

  private double ceiling(long millis) {
    ReceiversProcess.Count before = bench.receivers().count();
    CeilingProcess.Sent sent = bench.ceiling().run(bench.port(), messageBytes, millis);
    bench.receivers().await(before, sent.messages());
    return sent.messages() / sent.seconds();
  }

  private LoadOrder order(ServerProcess server, Row row) {
    return switch (row) {
      case SINGLE -> Orders.single(server.port(), plan);
      case FAN_OUT -> Orders.fanOut(server.port(), plan);
      default -> Orders.batch(server.port(), plan);
    };
  }

  /** The median of a row that was run. */
  public double rate(Row row) {
    return new Series("", "", Objects.requireNonNull(rates.get(row))).median();
  }

  private RowReport report(Row row) {
    List<Series> series = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    series.add(new Series("messages", "/s", Objects.requireNonNull(rates.get(row))));
    checks.add(Check.told("messages received", rate(row), "/s"));
    if (row == Row.CEILING) {
      remarks.add("body of " + messageBytes + " bytes, 64 connections");
      return new RowReport(row, series, checks, remarks);
    }
    List<Delivered> delivered = Objects.requireNonNull(rounds.get(row));
    List<Double> micros = delivered.stream().map(Delivered::serverMicros).toList();
    series.add(new Series("server CPU", "µs a message", micros));
    double ratio = rate(row) / rate(Row.CEILING);
    checks.add(
        switch (row) {
          case SINGLE -> Check.atLeast("of the ceiling", ratio, "x", 0.15, 0.25);
          case FAN_OUT -> Check.atLeast("of the ceiling", ratio, "x", 0.45, 0.6);
          default -> Check.atLeast("of the ceiling", ratio, "x", 0.35, 0.5);
        });
    checks.add(Check.told("server CPU", series.getLast().median(), "µs a message"));
    remarks.add(delivered.getLast().shares());
    double others = delivered.stream().mapToDouble(Delivered::othersCpu).sum();
    double all = delivered.stream().mapToDouble(Delivered::machineCpu).sum();
    remarks.addAll(Quietness.remarks(others, all));
    long refused = delivered.stream().mapToLong(Delivered::refused).sum();
    remarks.add("every accepted event was received once; turned away by a full intake: " + refused);
    return new RowReport(row, series, checks, remarks);
  }
}
