package io.posthorn.sim.world;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a world that are left to chance. The default methods leave nothing to it: no
 * crash, no delay, and a fixed order of everything that happens in the same millisecond.
 */
public interface FaultSource {
  /** No faults, and every millisecond in the order of its {@linkplain Scheduler.Phase phases}. */
  FaultSource NONE = new FaultSource() {};

  /**
   * Returns whether tasks of the same millisecond run in the order of their phases. If not, they
   * run in the order in which they were scheduled.
   */
  default boolean phased() {
    return true;
  }

  /** The point at which the host crashes in the coming turn; null for no crash. */
  default SimulatedCrash.@Nullable Point crash() {
    return null;
  }

  /** The time at which the connection of the coming request ends. */
  default SimulatedNetwork.ConnectionEnd connectionEnd() {
    return SimulatedNetwork.ConnectionEnd.AFTER_RESPONSE;
  }

  /** The number of effects that are released before a crash at this point. */
  default int releasedBefore(SimulatedCrash.Point point, int effects) {
    return 0;
  }

  /** The number of unsynced commits that survive a crash, oldest first. */
  default long survivingCommits(long unsynced) {
    return unsynced;
  }

  /** Milliseconds from a crash to the restart. */
  default long downtime() {
    return 0;
  }

  /** Milliseconds by which the host misses the time that its shard asked for. */
  default long lateness() {
    return 0;
  }

  /** Milliseconds from the arrival of a command to its turn; what arrives meanwhile joins it. */
  default long turnDelay() {
    return 0;
  }

  /** Milliseconds until a host notices that its wall clock was set. */
  default long noticesClockAfter() {
    return 0;
  }

  /** Returns whether events overtake the events that arrived before them. */
  default boolean overtakes() {
    return false;
  }

  /** The result of a request for an access token. */
  default TokenResult tokenResult(TokenTicket ticket, long elapsed) {
    return new TokenResult.AccessToken("token", Duration.ofHours(1).toMillis());
  }

  /** Milliseconds until that result comes. */
  default long tokenDelay(TokenTicket ticket, long elapsed) {
    return 0;
  }

  /** Returns whether a receiver refuses the token of a request. */
  default boolean refusesToken(MessageId message, long elapsed) {
    return false;
  }

  /** Returns whether a command carries an audit entry. */
  default boolean audits() {
    return false;
  }
}
