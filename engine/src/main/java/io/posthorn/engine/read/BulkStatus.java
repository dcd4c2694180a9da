package io.posthorn.engine.read;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a replay or cancellation of many is, over all shards: each does its own part.
 *
 * @param share how much of the time in question was looked through
 * @param finishedAt when the last part was done; 0 before
 */
public record BulkStatus(
    BulkJob job, long createdAt, long examined, long taken, double share, long finishedAt) {

  /** Nothing done yet. */
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

  /** Known without counting. */
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
