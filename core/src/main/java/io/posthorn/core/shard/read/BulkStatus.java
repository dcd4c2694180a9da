package io.posthorn.core.shard.read;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.SkipReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The progress of a bulk replay, cancellation or retry, in one shard or over all of them.
 *
 * @param skipped the selected messages that the action could not be applied to, by reason
 * @param share the examined share of the time range
 * @param finishedAt when the last shard finished; 0 before
 */
public record BulkStatus(
    BulkJob job,
    long createdAt,
    long examined,
    long taken,
    Map<SkipReason, Long> skipped,
    double share,
    long finishedAt) {

  /** A job without progress yet. */
  public static BulkStatus begun(BulkJob job) {
    return new BulkStatus(job, 0, 0, 0, Map.of(), 0, 0);
  }

  static BulkStatus of(BulkProgress part) {
    return new BulkStatus(
        part.job(),
        part.createdAt(),
        part.examined(),
        part.taken(),
        part.skipped(),
        share(part),
        part.finishedAt());
  }

  /** The progress over all shards, from that of each; empty if no shard knows the job. */
  public static Optional<BulkStatus> join(List<BulkStatus> parts) {
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    boolean finished = parts.stream().allMatch(part -> part.finishedAt > 0);
    return Optional.of(
        new BulkStatus(
            parts.getFirst().job,
            parts.stream().mapToLong(BulkStatus::createdAt).min().orElse(0),
            parts.stream().mapToLong(BulkStatus::examined).sum(),
            parts.stream().mapToLong(BulkStatus::taken).sum(),
            skipped(parts),
            parts.stream().mapToDouble(BulkStatus::share).average().orElse(0),
            finished ? parts.stream().mapToLong(BulkStatus::finishedAt).max().orElse(0) : 0));
  }

  private static Map<SkipReason, Long> skipped(List<BulkStatus> parts) {
    Map<SkipReason, Long> sum = new EnumMap<>(SkipReason.class);
    for (BulkStatus part : parts) {
      part.skipped.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
    }
    return sum;
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
    // Without a lower bound, the first message that was examined is where the work began.
    long from = Math.max(part.job().selection().accepted().from(), part.firstAt());
    long to = Math.min(part.job().selection().accepted().to(), part.createdAt());
    return Math.clamp((double) (done.event().acceptedAt() - from) / Math.max(1, to - from), 0, 1);
  }
}
