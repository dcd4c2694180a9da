package io.posthorn.bench.sink;

/** How a receiver behaves. */
public enum Behaviour {
  /** Answers at once. */
  PROMPT,
  /** Answers after {@link SinkLoop#SLOW_MILLIS}. */
  SLOW,
  /** Takes requests and never answers. */
  TARPIT,
  /** Nobody listens: connections are refused. */
  DEAD
}
