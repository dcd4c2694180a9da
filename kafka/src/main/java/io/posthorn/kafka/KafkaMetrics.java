package io.posthorn.kafka;

import io.posthorn.engine.EngineMetric;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of a node and its shards. */
final class KafkaMetrics {
  private final Supplier<NodeMetrics> metrics;

  private KafkaMetrics(Supplier<NodeMetrics> metrics) {
    this.metrics = metrics;
  }

  static List<EngineMetric> of(Supplier<NodeMetrics> metrics) {
    return new KafkaMetrics(metrics).all();
  }

  private List<EngineMetric> all() {
    return List.of(
        gauge("posthorn.shards", "Shards that run on this node.", f -> f.shards().size()),
        gauge(
            "posthorn.kafka.partitions",
            "Shards of the installation; all nodes together should run this many.",
            NodeMetrics::partitions),
        gauge(
            "posthorn.shards.standby",
            "Standby copies of other nodes' shards, for fast failover.",
            NodeMetrics::standbys),
        gauge(
            "posthorn.kafka.lag.records",
            "Unprocessed records of this node's shards.",
            NodeMetrics::lag),
        gauge(
            "posthorn.kafka.restore.records",
            "Records left to restore before this node runs its shards.",
            NodeMetrics::recordsToRestore),
        gauge(
            "posthorn.kafka.events.waiting",
            "Events that wait for acknowledgement by the brokers.",
            NodeMetrics::eventsWaiting),
        gauge(
            "posthorn.kafka.commands.waiting",
            "Commands that wait for their reply.",
            NodeMetrics::commandsWaiting),
        gauge(
                "posthorn.kafka.broker.silence",
                "Time since a broker last responded; after 5 s no request is started.",
                f -> f.brokerSilenceMillis() / 1e3)
            .in("seconds"),
        counter(
            "posthorn.kafka.threads.replaced",
            "Shard threads replaced after a failure.",
            NodeMetrics::threadsReplaced),
        counter(
            "posthorn.kafka.records.rejected",
            "Invalid records of the ingest topic, copied to the rejected topic.",
            NodeMetrics::rejected),
        counter(
            "posthorn.kafka.records.restored",
            "Records restored when this node took over shards.",
            NodeMetrics::recordsRestored),
        gauge(
            "posthorn.kafka.transactions.hanging",
            "Hanging transactions that need an operator; one node reports them.",
            NodeMetrics::transactionsHanging),
        counter(
            "posthorn.kafka.transactions.aborted",
            "Hanging transactions that this node aborted.",
            NodeMetrics::transactionsAborted),
        gauge(
            "posthorn.kafka.records.parked",
            "Records that a shard cannot process and an operator has to decide about; all nodes"
                + " report the same.",
            NodeMetrics::recordsParked),
        gauge(
            "posthorn.shards.paused",
            "Shards of this node that failed and are paused.",
            NodeMetrics::shardsPaused),
        gauge(
            "posthorn.shards.waiting",
            "Shards of this node with messages to send that wait for its in-flight limits.",
            NodeMetrics::shardsWaiting),
        counter(
            "posthorn.kafka.requests.unrecorded",
            "Requests whose outcome was not recorded before their shard left this node; the next"
                + " node repeats them.",
            NodeMetrics::requestsUnrecorded),
        gauge(
            "posthorn.kafka.shards.full",
            "Shards of the installation whose backlog is at its limit; events for them are"
                + " refused.",
            NodeMetrics::shardsFull),
        gauge(
                "posthorn.kafka.clock.offset",
                "The time by which this node's clock is at least ahead of the brokers' clocks.",
                f -> f.clockOffsetMillis() / 1e3)
            .in("seconds"));
  }

  private EngineMetric gauge(String name, String description, ToDoubleFunction<NodeMetrics> value) {
    return EngineMetric.gauge(name, description, () -> value.applyAsDouble(metrics.get()));
  }

  private EngineMetric counter(
      String name, String description, ToDoubleFunction<NodeMetrics> value) {
    return EngineMetric.counter(name, description, () -> value.applyAsDouble(metrics.get()));
  }
}
