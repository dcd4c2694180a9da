package io.posthorn.core.event;

/** How the events of one request are written. */
public enum BodyKind {
  /** One event as a JSON object, or an array of events. */
  JSON,
  /** One event on each line; blank lines mean nothing. */
  NDJSON
}
