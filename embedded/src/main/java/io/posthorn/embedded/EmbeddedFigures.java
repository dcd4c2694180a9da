package io.posthorn.embedded;

import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.EngineFigure;
import java.util.List;
import java.util.function.LongSupplier;

/** The metrics of an embedded engine, its store and its size limit. */
final class EmbeddedFigures {
  private EmbeddedFigures() {}

  static List<EngineFigure> of(EmbeddedEngine engine, long minFree) {
    return List.of(
        EngineFigure.gauge(
            "posthorn.inbox.items",
            "Calls, commands and outcomes that wait for a turn.",
            () -> engine.load().inbox().items()),
        EngineFigure.gauge(
            "posthorn.inbox.events",
            "Events that wait for their reply.",
            () -> engine.load().inbox().events()),
        bytes("posthorn.inbox", "Size of those events.", () -> engine.load().inbox().bytes()),
        bytes("posthorn.volume.free", "Free on the volume of the store.", engine::freeBytes),
        bytes(
            "posthorn.volume.free.min",
            "The setting data.min-free: with less free space, events are refused.",
            () -> minFree));
  }

  static List<EngineFigure> of(RocksShardStore store) {
    return List.of(
        EngineFigure.counter("posthorn.store.commits", "Commits.", () -> store.figures().commits()),
        EngineFigure.counter(
            "posthorn.store.syncs",
            "Commits that waited for an fsync.",
            () -> store.figures().syncs()),
        EngineFigure.counter(
                "posthorn.store.commit.size", "Written by commits.", () -> store.figures().bytes())
            .in("bytes"),
        EngineFigure.counter(
                "posthorn.store.commit.time",
                "Time spent in commits.",
                () -> store.figures().nanos() / 1e9)
            .in("seconds"),
        bytes("posthorn.store.size", "Size of the store on disk.", store::sizeOnDisk),
        memory("cache", () -> store.memory().cache()),
        memory("write_buffers", () -> store.memory().writeBuffers()));
  }

  static List<EngineFigure> of(StoreSizeLimit limit) {
    return List.of(
        bytes(
            "posthorn.store.size.limit",
            "The setting retention.max-bytes, in bytes.",
            limit::limit),
        early("payload", () -> limit.removed().payloads()),
        early("record", () -> limit.removed().records()),
        EngineFigure.counter(
            "posthorn.retention.early.bytes",
            "Uncompressed size of the payloads and records removed early.",
            () -> limit.removed().bytes()));
  }

  private static EngineFigure bytes(String name, String description, LongSupplier value) {
    return EngineFigure.gauge(name, description, value::getAsLong).in("bytes");
  }

  private static EngineFigure memory(String part, LongSupplier value) {
    return bytes(
            "posthorn.store.memory",
            "RocksDB memory outside the heap; the cache includes the write buffers.",
            value)
        .with("part", part);
  }

  private static EngineFigure early(String what, LongSupplier value) {
    return EngineFigure.counter(
            "posthorn.retention.early",
            "Events whose payload or record was removed early because of retention.max-bytes.",
            value::getAsLong)
        .with("what", what);
  }
}
