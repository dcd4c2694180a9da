package io.posthorn.embedded;

import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.EngineMetric;
import java.util.List;
import java.util.function.LongSupplier;

/** The metrics of an embedded engine, its store and its size limit. */
final class EmbeddedMetrics {
  private EmbeddedMetrics() {}

  static List<EngineMetric> of(EmbeddedEngine engine, long minFree) {
    return List.of(
        EngineMetric.gauge(
            "posthorn.inbox.items",
            "Calls, commands and outcomes that wait for a turn.",
            () -> engine.load().inbox().items()),
        EngineMetric.gauge(
            "posthorn.inbox.events",
            "Events that wait for their commit.",
            () -> engine.load().inbox().events()),
        bytes("posthorn.inbox", "Size of those events.", () -> engine.load().inbox().bytes()),
        bytes("posthorn.volume.free", "Free on the volume of the store.", engine::freeBytes),
        bytes(
            "posthorn.volume.free.min",
            "The setting data.min-free: with less free space, events are refused.",
            () -> minFree));
  }

  static List<EngineMetric> of(RocksShardStore store) {
    return List.of(
        EngineMetric.counter("posthorn.store.commits", "Commits.", () -> store.metrics().commits()),
        EngineMetric.counter(
            "posthorn.store.syncs",
            "Commits that waited for an fsync.",
            () -> store.metrics().syncs()),
        EngineMetric.counter(
                "posthorn.store.commit.size", "Written by commits.", () -> store.metrics().bytes())
            .in("bytes"),
        EngineMetric.counter(
                "posthorn.store.commit.time",
                "Time spent in commits.",
                () -> store.metrics().nanos() / 1e9)
            .in("seconds"),
        bytes("posthorn.store.size", "Size of the store on disk.", store::sizeOnDisk),
        memory("cache", () -> store.memory().cache()),
        memory("write_buffers", () -> store.memory().writeBuffers()));
  }

  static List<EngineMetric> of(StoreSizeLimit limit) {
    return List.of(
        bytes(
            "posthorn.store.size.limit",
            "The setting retention.max-bytes, in bytes.",
            limit::limit),
        early("payload", () -> limit.removed().payloads()),
        early("record", () -> limit.removed().records()),
        EngineMetric.counter(
            "posthorn.retention.early.bytes",
            "Uncompressed size of the payloads and records removed early.",
            () -> limit.removed().bytes()));
  }

  private static EngineMetric bytes(String name, String description, LongSupplier value) {
    return EngineMetric.gauge(name, description, value::getAsLong).in("bytes");
  }

  private static EngineMetric memory(String part, LongSupplier value) {
    return bytes(
            "posthorn.store.memory",
            "RocksDB memory outside the heap; the cache includes the write buffers.",
            value)
        .with("part", part);
  }

  private static EngineMetric early(String what, LongSupplier value) {
    return EngineMetric.counter(
            "posthorn.retention.early",
            "Events whose payload or record was removed early because of retention.max-bytes.",
            value::getAsLong)
        .with("what", what);
  }
}
