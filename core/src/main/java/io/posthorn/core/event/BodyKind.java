package io.posthorn.core.event;

/** The encoding of the events in one request. */
public enum BodyKind {
  /** One event as a JSON object, or an array of events. */
  JSON,
  /** One event per line; blank lines are ignored. */
  NDJSON
}
