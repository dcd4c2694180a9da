package io.posthorn.embedded;

import java.time.Duration;

/**
 * The limits of an engine.
 *
 * @param intakeEvents events that may wait for their answer; a single call may always exceed it
 * @param intakeBytes what their payloads may weigh together
 * @param commandsPerTurn what one commit may hold, so that a turn stays short
 * @param bytesPerTurn payloads in one commit, for the same reason
 * @param drain how long a stopping engine waits for the requests in flight
 * @param minFree free bytes of the volume below which no events are taken
 * @param maxBytes what the store may take on disk: beyond that the oldest of what has ended goes
 */
public record EmbeddedSettings(
    int intakeEvents,
    long intakeBytes,
    int commandsPerTurn,
    long bytesPerTurn,
    Duration drain,
    long minFree,
    long maxBytes) {
  /**
   * The intake is about a second's worth of events at full speed. A request to a receiver takes 5 s
   * at most unless its endpoint allows more, so nearly all end within the drain.
   */
  public static final EmbeddedSettings DEFAULT =
      new EmbeddedSettings(
          20_000, 64L << 20, 2_000, 8L << 20, Duration.ofSeconds(5), 1L << 30, Long.MAX_VALUE);

  public EmbeddedSettings withIntake(int events, long bytes) {
    return new EmbeddedSettings(
        events, bytes, commandsPerTurn, bytesPerTurn, drain, minFree, maxBytes);
  }

  public EmbeddedSettings withDrain(Duration changed) {
    return new EmbeddedSettings(
        intakeEvents, intakeBytes, commandsPerTurn, bytesPerTurn, changed, minFree, maxBytes);
  }

  public EmbeddedSettings withMinFree(long bytes) {
    return new EmbeddedSettings(
        intakeEvents, intakeBytes, commandsPerTurn, bytesPerTurn, drain, bytes, maxBytes);
  }

  public EmbeddedSettings withMaxBytes(long bytes) {
    return new EmbeddedSettings(
        intakeEvents, intakeBytes, commandsPerTurn, bytesPerTurn, drain, minFree, bytes);
  }
}
