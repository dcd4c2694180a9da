package io.posthorn.kafka;

import io.posthorn.engine.EngineMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * A chosen part of the metrics of Kafka's clients, Kafka Streams and RocksDB. Each is one number
 * for the node: Kafka's own, which are thousands, are added up or compared.
 */
final class StreamsMetrics {
  /** The way from the numbers of all clients, threads and stores to one. */
  private enum Total {
    SUM,
    MAX
  }

  /**
   * A chosen metric.
   *
   * @param group Kafka's name of the group
   * @param of Kafka's name of the metric
   */
  private record Chosen(
      EngineMetric.Kind kind,
      String name,
      String group,
      String of,
      Total total,
      double factor,
      String unit,
      String description) {}

  private static final EngineMetric.Kind GAUGE = EngineMetric.Kind.GAUGE;
  private static final EngineMetric.Kind COUNTER = EngineMetric.Kind.COUNTER;
  private static final String FETCH = "consumer-fetch-manager-metrics";
  private static final String COORDINATOR = "consumer-coordinator-metrics";
  private static final String PRODUCER = "producer-metrics";
  private static final String THREAD = "stream-thread-metrics";
  private static final String STORE = "stream-state-metrics";
  private static final double MILLIS = 1e-3;

  private static final List<Chosen> CHOSEN =
      List.of(
          new Chosen(
              COUNTER,
              "posthorn.kafka.consumer.size",
              FETCH,
              "bytes-consumed-total",
              Total.SUM,
              1,
              "bytes",
              "Bytes that shards and restores have read."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.consumer.fetch.latency",
              FETCH,
              "fetch-latency-avg",
              Total.MAX,
              MILLIS,
              "seconds",
              "The average time of a fetch, of the slowest consumer."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.rebalances",
              COORDINATOR,
              "rebalance-total",
              Total.SUM,
              1,
              "",
              "Rebalances that the threads of this node took part in."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.rebalances.failed",
              COORDINATOR,
              "failed-rebalance-total",
              Total.SUM,
              1,
              "",
              "Rebalances that failed."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.producer.size",
              PRODUCER,
              "outgoing-byte-total",
              Total.SUM,
              1,
              "bytes",
              "Bytes that shards have sent to brokers."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.producer.errors",
              PRODUCER,
              "record-error-total",
              Total.SUM,
              1,
              "",
              "Records of shards that the brokers rejected."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.producer.retries",
              PRODUCER,
              "record-retry-total",
              Total.SUM,
              1,
              "",
              "Records of shards that were sent to brokers again."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.producer.request.latency",
              PRODUCER,
              "request-latency-avg",
              Total.MAX,
              MILLIS,
              "seconds",
              "The average time of a request to brokers, of the slowest producer."),
          new Chosen(
              COUNTER,
              "posthorn.kafka.commits",
              THREAD,
              "commit-total",
              Total.SUM,
              1,
              "",
              "Commits of the shards."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.commit.latency",
              THREAD,
              "commit-latency-avg",
              Total.MAX,
              MILLIS,
              "seconds",
              "The average time of a commit, of the slowest thread."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.poll.latency.max",
              THREAD,
              "poll-latency-max",
              Total.MAX,
              MILLIS,
              "seconds",
              "The longest time of a poll."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.store.size",
              STORE,
              "total-sst-files-size",
              Total.SUM,
              1,
              "bytes",
              "The size of the stores' files, standby copies included."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.store.buffers",
              STORE,
              "cur-size-all-mem-tables",
              Total.SUM,
              1,
              "bytes",
              "Write buffers of the stores."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.store.cache",
              STORE,
              "block-cache-usage",
              Total.MAX,
              1,
              "bytes",
              "The cache that all stores share; kafka.store-memory at most."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.store.compaction.pending",
              STORE,
              "estimate-pending-compaction-bytes",
              Total.SUM,
              1,
              "bytes",
              "Bytes that the stores have to compact."),
          new Chosen(
              GAUGE,
              "posthorn.kafka.store.errors",
              STORE,
              "background-errors",
              Total.SUM,
              1,
              "",
              "Errors of the stores' background work."));

  private StreamsMetrics() {}

  static List<EngineMetric> of(Supplier<Map<MetricName, ? extends Metric>> kafka) {
    List<EngineMetric> all = new ArrayList<>();
    for (Chosen chosen : CHOSEN) {
      all.add(
          new EngineMetric(
              chosen.kind(),
              chosen.name(),
              Map.of(),
              chosen.unit(),
              chosen.description(),
              () -> total(chosen, kafka.get())));
    }
    return List.copyOf(all);
  }

  private static double total(Chosen chosen, Map<MetricName, ? extends Metric> kafka) {
    double total = 0;
    for (Map.Entry<MetricName, ? extends Metric> entry : kafka.entrySet()) {
      MetricName name = entry.getKey();
      if (name.name().equals(chosen.of())
          && name.group().equals(chosen.group())
          && !name.tags().containsKey("topic")) {
        double value = number(entry.getValue());
        total = chosen.total() == Total.SUM ? total + value : Math.max(total, value);
      }
    }
    return total * chosen.factor();
  }

  /** Averages are not a number until something has happened. */
  private static double number(Metric metric) {
    double value = metric.metricValue() instanceof Number known ? known.doubleValue() : 0;
    return Double.isNaN(value) ? 0 : value;
  }
}
