package io.posthorn.kafka.command;

import io.posthorn.core.shard.protocol.Reply;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A command that waits for replies, and the replies so far. */
final class PendingCommand {
  private final int answers;
  private final boolean changesDirectory;
  private final CompletableFuture<Reply> answer = new CompletableFuture<>();

  /** Used by the reader's thread only. */
  private final Set<Integer> answered = new HashSet<>();

  private @Nullable Reply merged;

  PendingCommand(int answers, boolean changesDirectory) {
    this.answers = answers;
    this.changesDirectory = changesDirectory;
  }

  CompletableFuture<Reply> answer() {
    return answer;
  }

  boolean changesDirectory() {
    return changesDirectory;
  }

  /** Adds the reply of a shard; returns the merged reply, or null if some are missing. */
  @Nullable Reply answered(int shard, Reply reply) {
    if (answered.add(shard)) {
      Reply before = merged;
      merged = before == null ? reply : Replies.merge(before, reply);
    }
    return answered.size() == answers ? merged : null;
  }
}
