package io.posthorn.server.metrics;

import io.posthorn.core.message.Attempt;

/** The kind of an attempt, as a metric label. */
enum AttemptKind {
  FIRST("first"),
  RETRY("retry"),
  PROBE("probe");

  private final String label;

  AttemptKind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  static AttemptKind of(Attempt attempt) {
    if (attempt.probe()) {
      return PROBE;
    }
    return attempt.slot() == 0 ? FIRST : RETRY;
  }
}
