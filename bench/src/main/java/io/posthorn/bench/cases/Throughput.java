package io.posthorn.bench.cases;

import io.posthorn.bench.load.CeilingProcess;
import io.posthorn.bench.load.LoadSpec;
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
 * The rows {@code batch}, {@code single} and {@code fan-out} with the ceiling. Their rounds
 * alternate, so that disturbances hit all of them.
 */
public final class Throughput {
  private static final Set<Row> ROWS = EnumSet.of(Row.CEILING, Row.BATCH, Row.SINGLE, Row.FAN_OUT);

  /** The initial body size; after the first batch, the measured one. */
  private int messageBytes = 1_200;

  private final BenchEnvironment bench;
  private final BenchPlan plan;
  private final Set<Row> rows;
  private final Map<Row, List<Double>> rates = new EnumMap<>(Row.class);
  private final Map<Row, List<RoundResult>> rounds = new EnumMap<>(Row.class);

  public Throughput(BenchEnvironment bench, Set<Row> wanted) {
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
      SubscriptionSetup.filtered(server, LoadProfiles.BATCH, plan, bench.port());
      SubscriptionSetup.fanned(server, LoadProfiles.FAN, plan, bench.port());
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
      LoadSpec order = order(server, row).again(bench.runName(), millis);
      int perEvent = row == Row.FAN_OUT ? plan.codes() * BenchPlan.REGIONS : 1;
      RoundResult delivered = bench.deliver(server, order, perEvent);
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

  private LoadSpec order(ServerProcess server, Row row) {
    return switch (row) {
      case SINGLE -> LoadProfiles.single(server.port(), plan);
      case FAN_OUT -> LoadProfiles.fanOut(server.port(), plan);
      default -> LoadProfiles.batch(server.port(), plan);
    };
  }

  /** The median rate of a row that has run. */
  public double rate(Row row) {
    return new Series("", "", Objects.requireNonNull(rates.get(row))).median();
  }

  private RowReport report(Row row) {
    List<Series> series = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    series.add(new Series("messages", "/s", Objects.requireNonNull(rates.get(row))));
    checks.add(Check.info("messages received", rate(row), "/s"));
    if (row == Row.CEILING) {
      remarks.add("body of " + messageBytes + " bytes, 64 connections");
      return new RowReport(row, series, checks, remarks);
    }
    List<RoundResult> delivered = Objects.requireNonNull(rounds.get(row));
    List<Double> micros = delivered.stream().map(RoundResult::serverMicros).toList();
    series.add(new Series("server CPU", "µs/message", micros));
    Series ceiling = new Series("ceiling", "/s", Objects.requireNonNull(rates.get(Row.CEILING)));
    double ratio = series.getFirst().against(ceiling).median();
    checks.add(
        switch (row) {
          case SINGLE -> Check.atLeast("of the ceiling", ratio, "x", 0.25, 0.33);
          case FAN_OUT -> Check.atLeast("of the ceiling", ratio, "x", 0.6, 0.7);
          default -> Check.atLeast("of the ceiling", ratio, "x", 0.5, 0.6);
        });
    checks.add(Check.info("server CPU", series.getLast().median(), "µs/message"));
    remarks.add(delivered.getLast().shares());
    double others = delivered.stream().mapToDouble(RoundResult::othersCpu).sum();
    double all = delivered.stream().mapToDouble(RoundResult::machineCpu).sum();
    remarks.addAll(MachineNoise.remarks(others, all));
    long refused = delivered.stream().mapToLong(RoundResult::refused).sum();
    remarks.add(
        "every accepted event was received once; events refused by a full intake: " + refused);
    return new RowReport(row, series, checks, remarks);
  }
}
