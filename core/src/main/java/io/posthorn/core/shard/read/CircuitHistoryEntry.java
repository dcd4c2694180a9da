package io.posthorn.core.shard.read;

import io.posthorn.core.shard.layout.CircuitEntry;

/**
 * An entry in the history of an endpoint's circuit, with the counts that led to it.
 *
 * @param event a word such as {@code disabled}
 * @param order its position among entries of the same time
 * @param attemptsInWindow attempts in the window of the failure rate
 */
public record CircuitHistoryEntry(
    long at,
    String event,
    int order,
    long consecutiveFailures,
    long attemptsInWindow,
    long failuresInWindow) {
  static CircuitHistoryEntry of(CircuitEntry entry) {
    return new CircuitHistoryEntry(
        entry.at(),
        entry.event().text(),
        entry.event().number(),
        entry.consecutiveFailures(),
        entry.attemptsInWindow(),
        entry.failuresInWindow());
  }
}
