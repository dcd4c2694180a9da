package io.posthorn.kafka;

import io.posthorn.engine.EngineFigure;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of a node and its shards. */
final class KafkaFigures {
  private final Supplier<NodeFigures> figures;

  private KafkaFigures(Supplier<NodeFigures> figures) {
    this.figures = figures;
  }

  static List<EngineFigure> of(Supplier<NodeFigures> figures) {
    return new KafkaFigures(figures).all();
  }

  private List<EngineFigure> all() {
    return List.of(
        gauge("posthorn.shards", "Shards that run on this node.", f -> f.shards().size()),
        gauge(
            "posthorn.kafka.partitions",
            "Shards of the installation; all nodes together should run this many.",
            NodeFigures::partitions),
        gauge(
            "posthorn.shards.standby",
            "Standby copies of other nodes' shards, for quick failover.",
            NodeFigures::standbys),
        gauge(
            "posthorn.kafka.lag.records",
            "Unprocessed records of this node's shards.",
            NodeFigures::lag),
        gauge(
            "posthorn.kafka.restore.records",
            "Records left to restore before this node runs its shards.",
            NodeFigures::recordsToRestore),
        gauge(
            "posthorn.kafka.events.waiting",
            "Events that wait for acknowledgement by the brokers.",
            NodeFigures::eventsWaiting),
        gauge(
            "posthorn.kafka.commands.waiting",
            "Commands that wait for their reply.",
            NodeFigures::commandsWaiting),
        gauge(
                "posthorn.kafka.broker.silence",
                "Time since a broker last answered; after 5 s no request is started.",
                f -> f.brokerSilenceMillis() / 1e3)
            .in("seconds"),
        counter(
            "posthorn.kafka.threads.replaced",
            "Shard threads replaced after a failure.",
            NodeFigures::threadsReplaced),
        counter(
            "posthorn.kafka.records.rejected",
            "Invalid records of the ingest topic, copied to the rejected topic.",
            NodeFigures::rejected),
        counter(
            "posthorn.kafka.records.restored",
            "Records restored when this node took over shards.",
            NodeFigures::recordsRestored));
  }

  private EngineFigure gauge(String name, String description, ToDoubleFunction<NodeFigures> value) {
    return EngineFigure.gauge(name, description, () -> value.applyAsDouble(figures.get()));
  }

  private EngineFigure counter(
      String name, String description, ToDoubleFunction<NodeFigures> value) {
    return EngineFigure.counter(name, description, () -> value.applyAsDouble(figures.get()));
  }
}
