package io.posthorn.engine.read;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a bulk replay or cancellation, over all shards.
 *
 * @param share the examined share of the time range
 * @param finishedAt when the last shard finished; 0 before
 */
public record BulkStatus(
    BulkJob job, long createdAt, long examined, long taken, double share, long finishedAt) {

  /** A job without progress yet. */
  public static BulkStatus begun(BulkJob job) {
    return new BulkStatus(job, 0, 0, 0, 0, 0);
  }

  static Optional<BulkStatus> of(List<@Nullable BulkProgress> found) {
    List<BulkProgress> parts = found.stream().filter(Objects::nonNull).toList();
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    boolean finished = parts.stream().allMatch(part -> part.finishedAt() > 0);
    return Optional.of(
        new BulkStatus(
            parts.getFirst().job(),
            parts.stream().mapToLong(BulkProgress::createdAt).min().orElse(0),
            parts.stream().mapToLong(BulkProgress::examined).sum(),
            parts.stream().mapToLong(BulkProgress::taken).sum(),
            parts.stream().mapToDouble(BulkStatus::share).average().orElse(0),
            finished ? parts.stream().mapToLong(BulkProgress::finishedAt).max().orElse(0) : 0));
  }

  /** The share of a shard, estimated from its position in time. */
  private static double share(BulkProgress part) {
    MessageId done = part.done();
    if (part.finishedAt() > 0) {
      return 1;
    }
    if (done == null) {
      return 0;
    }
    long from = part.job().selection().from();
    long to = Math.min(part.job().selection().to(), part.createdAt());
    return Math.clamp((double) (done.event().acceptedAt() - from) / Math.max(1, to - from), 0, 1);
  }
}
