package io.posthorn.engine.read;

import io.posthorn.core.shard.layout.CircuitEntry;

/**
 * An entry in the history of an endpoint's circuit, with the counts that led to it.
 *
 * @param event a word such as {@code disabled}
 * @param attemptsInWindow attempts in the window of the failure rate
 */
public record CircuitHistoryEntry(
    long at, String event, long consecutiveFailures, long attemptsInWindow, long failuresInWindow) {
  static CircuitHistoryEntry of(CircuitEntry entry) {
    return new CircuitHistoryEntry(
        entry.at(),
        entry.event().text(),
        entry.consecutiveFailures(),
        entry.attemptsInWindow(),
        entry.failuresInWindow());
  }
}
