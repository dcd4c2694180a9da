package io.posthorn.bench.cases;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.report.Check;
import io.posthorn.bench.report.Row;
import io.posthorn.bench.report.RowReport;
import io.posthorn.bench.report.Series;
import io.posthorn.core.event.Event;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The row {@code matching}: the subscription index alone, in this process and on one thread, small
 * against large. Each event has ten candidates in both, one of which matches.
 */
public final class Matching {
  private static final int FEW = 1_000;
  private static final int EVENTS = 4_096;
  private static final String CUSTOMER = "default";

  private final BenchEnvironment bench;

  public Matching(BenchEnvironment bench) {
    this.bench = bench;
  }

  public RowReport run() {
    int many = bench.plan().manySubscriptions();
    SubscriptionIndex small = index(FEW);
    SubscriptionIndex large = index(many);
    List<Event> smallEvents = events(FEW);
    List<Event> largeEvents = events(many);
    long millis = Math.max(20, bench.plan().roundMillis() / 4);
    List<Double> smallRates = new ArrayList<>();
    List<Double> largeRates = new ArrayList<>();
    // Two warm-up rounds, alternating like the others.
    for (int round = -1; round <= bench.plan().rounds(); round++) {
      double smallRate = rate(small, smallEvents, millis);
      double largeRate = rate(large, largeEvents, millis);
      if (round > 0) {
        smallRates.add(smallRate);
        largeRates.add(largeRate);
      }
    }
    Series few = new Series("1,000 subscriptions", "events/s", smallRates);
    Series lots = new Series("%,d subscriptions".formatted(many), "events/s", largeRates);
    bench.say("matching: %,.0f/s and %,.0f/s".formatted(few.median(), lots.median()));
    return new RowReport(
        Row.MATCHING,
        List.of(few, lots),
        List.of(
            Check.atLeast("of the rate with 1,000", lots.against(few).median(), "x", 0.95, 0.98)),
        List.of("one process, one thread; states of 1 KB are parsed for the filters"));
  }

  private static SubscriptionIndex index(int subscriptions) {
    SubscriptionIndex index = new SubscriptionIndex();
    for (int i = 0; i < subscriptions; i++) {
      index.put(subscription(i));
    }
    return index;
  }

  private static Subscription subscription(int number) {
    String filter =
        "[{\"fieldName\":\"region\",\"fieldValue\":\"r%d\"}]".formatted(number % BenchPlan.REGIONS);
    return new Subscription(
        new SubscriptionId(1, number + 1L),
        CUSTOMER,
        "C" + number / BenchPlan.REGIONS,
        Event.UPDATE,
        null,
        TargetUrl.parse("https://receiver.example/" + number % 100),
        FilterSet.compile(JsonSlice.of(filter), Connector.AND, Event.UPDATE),
        PayloadVersion.V2,
        PayloadVersion.V2,
        0,
        PayloadFormat.WORKFRONT,
        false,
        null,
        null,
        null,
        1,
        1);
  }

  /** Events over all object codes, so that lookups touch all of the large index. */
  private static List<Event> events(int subscriptions) {
    List<Event> events = new ArrayList<>(EVENTS);
    int codes = subscriptions / BenchPlan.REGIONS;
    String text = "lorem ipsum ".repeat(80);
    for (int i = 0; i < EVENTS; i++) {
      String state = "{\"region\":\"r%d\",\"text\":\"%s\"}".formatted(i % BenchPlan.REGIONS, text);
      int code = (int) (i * 7_919L % codes);
      events.add(
          new Event(
              CUSTOMER,
              "e" + i,
              "C" + code,
              Event.UPDATE,
              null,
              Instant.EPOCH,
              null,
              JsonSlice.of(state),
              null,
              null));
    }
    return events;
  }

  private static double rate(SubscriptionIndex index, List<Event> events, long millis) {
    long start = System.nanoTime();
    long end = start + millis * 1_000_000;
    long matched = 0;
    long count = 0;
    while (System.nanoTime() < end) {
      for (Event event : events) {
        matched += index.match(event).size();
      }
      count += events.size();
    }
    if (matched != count) {
      throw new BenchException("matching: %,d events and %,d matches".formatted(count, matched));
    }
    return count * 1e9 / (System.nanoTime() - start);
  }
}
