package io.posthorn.kafka.command;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Reply;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A command that waits for replies, and the replies so far. */
final class PendingCommand {
  private final int replies;
  private final boolean changesDirectory;
  private final CompletableFuture<Reply> reply = new CompletableFuture<>();

  /** Used by the reader's thread only. */
  private final Set<Integer> replied = new HashSet<>();

  private @Nullable Reply merged;

  PendingCommand(int replies, boolean changesDirectory) {
    this.replies = replies;
    this.changesDirectory = changesDirectory;
  }

  CompletableFuture<Reply> reply() {
    return reply;
  }

  boolean changesDirectory() {
    return changesDirectory;
  }

  /** Adds the reply of a shard; returns the merged reply, or null if some are missing. */
  @Nullable Reply replied(int shard, Reply reply) {
    if (replied.add(shard)) {
      Reply before = merged;
      merged = before == null ? reply : merge(before, reply);
    }
    return replied.size() == replies ? merged : null;
  }

  /** A refusal wins; counts are added up. */
  static Reply merge(Reply one, Reply other) {
    if (Reply.refuses(one)) {
      return one;
    }
    if (Reply.refuses(other)) {
      return other;
    }
    if (one instanceof Reply.Changed a && other instanceof Reply.Changed b) {
      return new Reply.Changed(a.count() + b.count(), earlier(a.next(), b.next()));
    }
    if (one instanceof Reply.RemovedEarly a && other instanceof Reply.RemovedEarly b) {
      return new Reply.RemovedEarly(
          a.payloads() + b.payloads(),
          a.records() + b.records(),
          a.bytes() + b.bytes(),
          a.exhausted() && b.exhausted());
    }
    return one;
  }

  /** The position that all shards continue from: what one has changed is not changed again. */
  private static @Nullable EndpointId earlier(
      @Nullable EndpointId one, @Nullable EndpointId other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) < 0 ? one : other;
  }
}
