package io.posthorn.kafka.task;

import io.posthorn.kafka.store.ShardStores;
import io.posthorn.kafka.store.StorePart;
import io.posthorn.kafka.topic.TopicNames;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.FailOnInvalidTimestamp;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.jspecify.annotations.Nullable;

/** The Kafka Streams topology of a node: the ingest processor and the shards. */
public final class DeliveryTopology {
  private static final String INGEST = "ingest";
  private static final String SHARD = "shard";

  private DeliveryTopology() {}

  /**
   * The topology.
   *
   * @param maxMessageBytes the largest record of the changelogs
   * @param minInSync in-sync replicas that a changelog write needs
   */
  public static Topology of(TaskContext host, int maxMessageBytes, int minInSync) {
    return into(new Topology(), host, maxMessageBytes, minInSync);
  }

  /** Builds it into an empty topology. */
  static Topology into(Topology topology, TaskContext host, int maxMessageBytes, int minInSync) {
    TopicNames names = host.names();
    // Ignores the timestamps of its records: producers may set anything.
    source(topology, "from-events", names.events(), new WallclockTimestampExtractor());
    topology.addProcessor(INGEST, () -> new IngestProcessor(host), "from-events");
    sink(topology, Sinks.INGEST_SHARDS, names.shards(), Sinks::byKey, INGEST);
    sink(topology, Sinks.REJECTED, names.rejected(), null, INGEST);
    sink(topology, Sinks.EVENTS, names.events(), null, INGEST);
    sink(topology, Sinks.INGEST_PARKED, names.parked(), null, INGEST);

    source(topology, "from-shards", names.shards(), new FailOnInvalidTimestamp());
    topology.addProcessor(SHARD, () -> new ShardProcessor(host), "from-shards");
    for (StorePart part : StorePart.values()) {
      topology.addStateStore(ShardStores.builder(part, maxMessageBytes, minInSync), SHARD);
    }
    sink(topology, Sinks.SHARDS, names.shards(), Sinks::byKey, SHARD);
    sink(topology, Sinks.DIRECTORY, names.directory(), null, SHARD);
    sink(topology, Sinks.REPLIES, names.replies(), null, SHARD);
    sink(topology, Sinks.ATTEMPTS, names.attempts(), Sinks::byMessage, SHARD);
    sink(topology, Sinks.PARKED, names.parked(), null, SHARD);
    return topology;
  }

  private static void source(
      Topology topology, String name, String topic, TimestampExtractor timestamps) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        timestamps,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }

  private static void sink(
      Topology topology,
      String name,
      String topic,
      @Nullable StreamPartitioner<byte[], byte[]> partitioner,
      String from) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    if (partitioner == null) {
      topology.addSink(name, topic, bytes, bytes, from);
    } else {
      topology.addSink(name, topic, bytes, bytes, partitioner, from);
    }
  }
}
