package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bulk replay, cancellation or retry, with its progress.
 *
 * @param preview whether it only counts
 * @param examined the messages examined so far
 * @param taken the messages replayed, cancelled or retried, or that would be
 * @param skipped the selected messages that could not be, by reason
 * @param total the messages to examine; null until all were examined
 * @param share the share of the period from {@code from} to {@code to} that was examined, 0 to 1
 */
public record BulkJobDetails(
    String id,
    @Nullable String endpoint,
    @Nullable String subscription,
    @Nullable String objCode,
    @Nullable String eventType,
    @Nullable String objId,
    @Nullable String status,
    @Nullable String outcome,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Instant endedFrom,
    @Nullable Instant endedTo,
    @Nullable Instant attemptedFrom,
    @Nullable Instant attemptedTo,
    boolean preview,
    @Nullable Instant createdAt,
    long examined,
    long taken,
    List<Skipped> skipped,
    @Nullable Long total,
    double share,
    boolean finished,
    @Nullable Instant finishedAt) {

  /** The selected messages that were skipped for one reason, such as {@code disabled}. */
  public record Skipped(String reason, long count) {}
}
