package io.posthorn.embedded;

import io.posthorn.embedded.rocks.RocksShardStore;
import java.time.Duration;

/**
 * The limits of an embedded engine.
 *
 * @param intakeEvents events that may wait for their reply; a single call may exceed it
 * @param intakeBytes the total size of their payloads
 * @param commandsPerTurn upper bound of commands in one commit, so that turns stay short
 * @param bytesPerTurn upper bound of payload bytes in one commit, for the same reason
 * @param drain how long a stopping engine waits for the requests in flight
 * @param minFree free bytes of the volume below which events are refused
 * @param maxBytes size limit of the store; beyond it the oldest ended messages are removed
 * @param storeMemory the memory of the store outside the heap
 */
public record EmbeddedSettings(
    int intakeEvents,
    long intakeBytes,
    int commandsPerTurn,
    long bytesPerTurn,
    Duration drain,
    long minFree,
    long maxBytes,
    long storeMemory) {
  /**
   * The intake holds about a second of events at full speed. Requests take 5 s at most unless the
   * endpoint allows more, so nearly all end within the drain.
   */
  public static final EmbeddedSettings DEFAULT =
      new EmbeddedSettings(
          20_000,
          64L << 20,
          2_000,
          8L << 20,
          Duration.ofSeconds(5),
          1L << 30,
          Long.MAX_VALUE,
          RocksShardStore.DEFAULT_MEMORY);

  public EmbeddedSettings withIntake(int events, long bytes) {
    return new EmbeddedSettings(
        events, bytes, commandsPerTurn, bytesPerTurn, drain, minFree, maxBytes, storeMemory);
  }

  /**
   * With other memory bounds. A turn has a quarter of the intake at most, so that several turns fit
   * into a small one.
   */
  public EmbeddedSettings withMemory(long store, long intake) {
    return new EmbeddedSettings(
        intakeEvents,
        intake,
        commandsPerTurn,
        Math.min(bytesPerTurn, intake / 4),
        drain,
        minFree,
        maxBytes,
        store);
  }

  public EmbeddedSettings withDrain(Duration changed) {
    return new EmbeddedSettings(
        intakeEvents,
        intakeBytes,
        commandsPerTurn,
        bytesPerTurn,
        changed,
        minFree,
        maxBytes,
        storeMemory);
  }

  public EmbeddedSettings withMinFree(long bytes) {
    return new EmbeddedSettings(
        intakeEvents,
        intakeBytes,
        commandsPerTurn,
        bytesPerTurn,
        drain,
        bytes,
        maxBytes,
        storeMemory);
  }

  public EmbeddedSettings withMaxBytes(long bytes) {
    return new EmbeddedSettings(
        intakeEvents,
        intakeBytes,
        commandsPerTurn,
        bytesPerTurn,
        drain,
        minFree,
        bytes,
        storeMemory);
  }
}
