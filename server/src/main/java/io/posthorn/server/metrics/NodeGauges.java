package io.posthorn.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.kafka.NodeFigures;
import io.posthorn.kafka.NodeHealth;
import java.util.function.ToDoubleFunction;

/** Shows what a node of many knows of itself and of its part of the shards. */
record NodeGauges(MeterRegistry registry, KafkaEngine engine) {

  void register() {
    up("intake");
    up("delivery");
    gauge("posthorn.shards", "Shards that run on this node.", f -> f.shards().size());
    gauge(
        "posthorn.kafka.partitions",
        "Shards that there are; all nodes together should run as many.",
        NodeFigures::partitions);
    gauge(
        "posthorn.shards.standby",
        "Copies of other nodes' shards, to take over quickly.",
        NodeFigures::standbys);
    gauge(
        "posthorn.kafka.lag.records",
        "Records of this node's shards that are not worked off yet.",
        NodeFigures::lag);
    gauge(
        "posthorn.kafka.restore.records",
        "Records that are left to restore until this node runs its shards.",
        NodeFigures::recordsToRestore);
    gauge(
        "posthorn.kafka.events.waiting",
        "Events that wait to be acknowledged by the brokers.",
        NodeFigures::eventsWaiting);
    gauge(
        "posthorn.kafka.commands.waiting",
        "Commands that wait for their answer.",
        NodeFigures::commandsWaiting);
    Gauge.builder(
            "posthorn.kafka.broker.silence",
            engine,
            node -> node.figures().brokerSilenceMillis() / 1e3)
        .description("How long no broker has answered; from 5 s on no request is started.")
        .baseUnit("seconds")
        .register(registry);
    FunctionCounter.builder(
            "posthorn.kafka.threads.replaced", engine, node -> node.figures().threadsReplaced())
        .description("Threads of shards that were replaced because something went wrong.")
        .register(registry);
    records();
  }

  private void records() {
    FunctionCounter.builder(
            "posthorn.kafka.records.rejected", engine, node -> node.figures().rejected())
        .description("Records of the topic of events that were none, and went to rejected.")
        .register(registry);
    FunctionCounter.builder(
            "posthorn.kafka.records.restored", engine, node -> node.figures().recordsRestored())
        .description("Records that were restored when shards were taken over.")
        .register(registry);
  }

  private void up(String service) {
    Gauge.builder(
            "posthorn.up",
            engine,
            node -> node.health().state() == NodeHealth.State.RUNNING ? 1 : 0)
        .description("1 while events are taken, or messages sent; else 0.")
        .tag("service", service)
        .register(registry);
  }

  private void gauge(String name, String what, ToDoubleFunction<NodeFigures> value) {
    Gauge.builder(name, engine, node -> value.applyAsDouble(node.figures()))
        .description(what)
        .register(registry);
  }
}
