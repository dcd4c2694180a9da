package io.posthorn.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replay or cancellation of many messages, and how far it is.
 *
 * @param preview whether it only counts
 * @param examined how many messages were looked at
 * @param taken how many were replayed or cancelled, or would be
 * @param total how many there are to look at; null until all were
 * @param share how much of the time from {@code from} to {@code to} was looked through, 0 to 1
 */
public record BulkJobDetails(
    String id,
    @Nullable String endpoint,
    @Nullable String subscription,
    @Nullable String objCode,
    @Nullable String eventType,
    @Nullable String status,
    Instant from,
    Instant to,
    boolean preview,
    @Nullable Instant createdAt,
    long examined,
    long taken,
    @Nullable Long total,
    double share,
    boolean finished,
    @Nullable Instant finishedAt) {}
