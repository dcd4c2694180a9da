package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.message.ResendRule;
import io.posthorn.core.shard.protocol.Effect;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The connections between the host and the receivers. Each response leaves one open for the next
 * request to the same URL. A receiver may end it at any time, also when a request was just written
 * to it; the sender then follows the real {@link ResendRule}.
 */
public final class SimulatedNetwork {
  /** The time at which a connection that carries a request ends. */
  public enum ConnectionEnd {
    AFTER_RESPONSE,
    BEFORE_RESPONSE,
    WITHIN_HEAD
  }

  /**
   * A request that was written to a connection.
   *
   * @param reused whether the connection had carried a request before
   */
  public record Written(Effect.Send send, boolean reused, ConnectionEnd end) {}

  private final SimulatedReceivers receivers;
  private final FaultSource chance;
  private final Map<String, Integer> idle = new HashMap<>();

  SimulatedNetwork(SimulatedReceivers receivers, FaultSource chance) {
    this.receivers = receivers;
    this.chance = chance;
  }

  /** The outcome of an attempt: of its request, or of the one resend. */
  Outcome attempt(
      Effect.Send send, SimulatedReceivers.Request request, Consumer<Written> eachRequest) {
    boolean resent = false;
    Outcome outcome = null;
    while (outcome == null) {
      boolean reused = !resent && takeIdle(request.url());
      ConnectionEnd end = chance.connectionEnd();
      eachRequest.accept(new Written(send, reused, end));
      if (end == ConnectionEnd.AFTER_RESPONSE) {
        outcome = respond(request);
      } else if (ResendRule.allows(reused, end == ConnectionEnd.WITHIN_HEAD, resent)) {
        resent = true;
      } else {
        outcome = Outcome.failed(ErrorKind.CONNECTION, 1, "simulated end of the connection");
      }
    }
    return resent ? outcome.asResent() : outcome;
  }

  private Outcome respond(SimulatedReceivers.Request request) {
    Outcome outcome = receivers.respond(request);
    if (outcome.error() == null) {
      idle.merge(request.url(), 1, Integer::sum);
    }
    return outcome;
  }

  private boolean takeIdle(String url) {
    Integer count = idle.getOrDefault(url, 0);
    if (count > 0) {
      idle.put(url, count - 1);
    }
    return count > 0;
  }

  /** Closes all connections, because the host is gone. */
  void closeAll() {
    idle.clear();
  }
}
