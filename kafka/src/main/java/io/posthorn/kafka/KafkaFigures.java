package io.posthorn.kafka;

import io.posthorn.engine.EngineFigure;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The numbers that a node reports about itself and its part of the shards. */
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
            "Shards that there are; all nodes together should run as many.",
            NodeFigures::partitions),
        gauge(
            "posthorn.shards.standby",
            "Copies of other nodes' shards, to take over quickly.",
            NodeFigures::standbys),
        gauge(
            "posthorn.kafka.lag.records",
            "Records of this node's shards that are not worked off yet.",
            NodeFigures::lag),
        gauge(
            "posthorn.kafka.restore.records",
            "Records that are left to restore until this node runs its shards.",
            NodeFigures::recordsToRestore),
        gauge(
            "posthorn.kafka.events.waiting",
            "Events that wait to be acknowledged by the brokers.",
            NodeFigures::eventsWaiting),
        gauge(
            "posthorn.kafka.commands.waiting",
            "Commands that wait for their answer.",
            NodeFigures::commandsWaiting),
        gauge(
                "posthorn.kafka.broker.silence",
                "How long no broker has answered; from 5 s on no request is started.",
                f -> f.brokerSilenceMillis() / 1e3)
            .in("seconds"),
        counter(
            "posthorn.kafka.threads.replaced",
            "Threads of shards that were replaced because something went wrong.",
            NodeFigures::threadsReplaced),
        counter(
            "posthorn.kafka.records.rejected",
            "Records of the topic of events that were none, and went to rejected.",
            NodeFigures::rejected),
        counter(
            "posthorn.kafka.records.restored",
            "Records that were restored when shards were taken over.",
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
