package io.posthorn.engine.read;

import io.posthorn.core.store.ShardView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads of an engine's shards, complete or refused, or without the data of unreachable nodes. */
final class ShardAccess {
  private final ShardReads shards;

  ShardAccess(ShardReads shards) {
    this.shards = shards;
  }

  /** Reads all shards as one store, or is refused while a node is unreachable. */
  <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> value = shards.readMerged(missed::add, view -> attempt(view, reader, failure));
    check(missed, failure);
    return value.getFirst();
  }

  /** Reads each shard separately, or is refused while a node is unreachable. */
  <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> values = new ArrayList<>();
    shards.readEach(missed::add, view -> attempt(view, reader, failure)).forEach(values::addAll);
    check(missed, failure);
    return values;
  }

  /** Reads the shards of reachable nodes as one store. */
  <T> Partial<T> readPartly(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    return missed.of(shards.readMerged(missed::add, reader));
  }

  /** The value as a list; empty if the reader failed, which is recorded. */
  private static <T extends @Nullable Object> List<T> attempt(
      ShardView view,
      Function<ShardView, T> reader,
      AtomicReference<@Nullable RuntimeException> failure) {
    try {
      return Collections.singletonList(reader.apply(view));
    } catch (RuntimeException e) {
      failure.set(e);
      return List.of();
    }
  }

  /** Unreachable nodes take precedence over a reader's failure, which may be their consequence. */
  private static void check(
      Partial.Missed missed, AtomicReference<@Nullable RuntimeException> failure) {
    if (!missed.isEmpty()) {
      throw missed.refusal();
    }
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }
}
