package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The simulated web servers that receive messages. Each has a schedule of behaviours. */
public final class SimulatedReceivers {
  /** The way in which a receiver responds to requests. */
  @FunctionalInterface
  public interface Behaviour {
    /**
     * The outcome of a request; it takes as long as its duration says.
     *
     * @param random for behaviours that are not the same each time
     */
    Outcome respond(Request request, RandomGenerator random);
  }

  /**
   * A request as a receiver sees it.
   *
   * @param elapsed the time of its start, in milliseconds since the simulation began
   * @param wallMillis the same time on the receiver's clock
   * @param timeoutMillis the time after which the sender gives up
   */
  public record Request(
      String url,
      MessageId message,
      String eventId,
      long elapsed,
      long wallMillis,
      long timeoutMillis) {
    /** A response, or a timeout if it comes too late. */
    Outcome within(long durationMillis, int status) {
      return durationMillis < timeoutMillis ? Outcome.responded(status, durationMillis) : timeout();
    }

    Outcome timeout() {
      return Outcome.failed(ErrorKind.TIMEOUT, timeoutMillis, "no response in time");
    }
  }

  private final Map<String, TreeMap<Long, Behaviour>> schedules = new HashMap<>();
  private final RandomGenerator random;

  public SimulatedReceivers(RandomGenerator random) {
    this.random = random;
  }

  /** Sets how a receiver behaves from a given time of elapsed time on. */
  public void plan(String url, long from, Behaviour behaviour) {
    schedules.computeIfAbsent(url, u -> new TreeMap<>()).put(from, behaviour);
  }

  /** Makes every receiver healthy from a given time on, whatever was planned. */
  public void heal(long from) {
    for (TreeMap<Long, Behaviour> schedule : schedules.values()) {
      schedule.tailMap(from, true).clear();
      schedule.put(from, RandomBehaviour.HEALTHY);
    }
  }

  /** The outcome of a request; a receiver without a schedule is healthy. */
  Outcome respond(Request request) {
    TreeMap<Long, Behaviour> schedule = schedules.get(request.url());
    Map.Entry<Long, Behaviour> current =
        schedule == null ? null : schedule.floorEntry(request.elapsed());
    Behaviour behaviour = current == null ? RandomBehaviour.HEALTHY : current.getValue();
    return behaviour.respond(request, random);
  }
}
