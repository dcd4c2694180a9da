package io.posthorn.sim.scenario;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.text.DurationText;
import io.posthorn.sim.world.SimulatedReceivers;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The condition of a scenario's receiver from a given time on, and so the way it responds. */
public sealed interface ReceiverHealth {
  /** The symbol of a span of time in the report's strip. */
  enum Face {
    RESPONDS,
    BOTH,
    FAILS
  }

  /**
   * A request to the receiver.
   *
   * @param since how long the receiver has been in this condition
   * @param number the event's number at this endpoint, from 1
   * @param latency the response time of the receiver while it is healthy
   */
  record Request(long since, long number, long latency) {}

  /** The response without regard to the timeout. */
  Outcome respond(Request request);

  /** The symbol between two times, both counted from the start of this condition. */
  Face face(long from, long to, long timeout);

  /** The words by which the timeline reports it. */
  String words();

  /** Returns whether it ends an outage. */
  default boolean well() {
    return false;
  }

  /** The behaviour of a receiver that is in this condition from a given time on. */
  default SimulatedReceivers.Behaviour behaviour(long from, long latency) {
    return (request, random) -> {
      long number = ScenarioEndpoint.EventId.parse(request.eventId()).number();
      Outcome outcome = respond(new Request(request.elapsed() - from, number, latency));
      long timeout = request.timeoutMillis();
      return outcome.durationMillis() <= timeout
          ? outcome
          : Outcome.failed(
              ErrorKind.TIMEOUT, timeout, "no response within " + DurationText.rounded(timeout));
    };
  }

  /** Responds with 200 after the usual latency. */
  record Healthy() implements ReceiverHealth {
    @Override
    public Outcome respond(Request request) {
      return Outcome.responded(200, request.latency());
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return Face.RESPONDS;
    }

    @Override
    public String words() {
      return "is healthy";
    }

    @Override
    public boolean well() {
      return true;
    }
  }

  /** Refuses connections. */
  record Down() implements ReceiverHealth {
    private static final Outcome REFUSED =
        Outcome.failed(ErrorKind.REFUSED, 1, "connection refused");

    @Override
    public Outcome respond(Request request) {
      return REFUSED;
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return Face.FAILS;
    }

    @Override
    public String words() {
      return "is down: connections are refused";
    }
  }

  /** Responds with 200, but late. */
  record Slow(long millis) implements ReceiverHealth {
    @Override
    public Outcome respond(Request request) {
      return Outcome.responded(200, millis);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return millis <= timeout ? Face.RESPONDS : Face.FAILS;
    }

    @Override
    public String words() {
      return "is slow: it takes " + DurationText.rounded(millis) + " to respond";
    }
  }

  /** Responds with a status and, if it is not null, a {@code Retry-After}. */
  record Status(int code, @Nullable String retryAfter) implements ReceiverHealth {
    @Override
    public Outcome respond(Request request) {
      return retryAfter == null
          ? Outcome.responded(code, request.latency())
          : Outcome.responded(code, request.latency(), retryAfter);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return code >= 200 && code < 300 ? Face.RESPONDS : Face.FAILS;
    }

    @Override
    public String words() {
      String header = retryAfter == null ? "" : " with Retry-After: " + retryAfter;
      return "responds with status " + code + header;
    }
  }

  /** Goes up and down in turn. */
  record Flapping(boolean upFirst, long first, long second) implements ReceiverHealth {
    @Override
    public Outcome respond(Request request) {
      boolean up = (request.since() % (first + second) < first) == upFirst;
      return up ? new Healthy().respond(request) : new Down().respond(request);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      long at = from % (first + second);
      boolean inFirst = at < first;
      long phaseEnd = inFirst ? first : first + second;
      if (at + to - from > phaseEnd) {
        return Face.BOTH;
      }
      return inFirst == upFirst ? Face.RESPONDS : Face.FAILS;
    }

    @Override
    public String words() {
      return String.format(
          Locale.ROOT,
          "flaps: %s %s, %s %s, repeatedly",
          DurationText.rounded(first),
          upFirst ? "up" : "down",
          DurationText.rounded(second),
          upFirst ? "down" : "up");
    }
  }

  /** Rejects one event in {@code n}, on every attempt, and accepts the others. */
  record Rejects(long every) implements ReceiverHealth {
    private static final int UNPROCESSABLE = 422;

    @Override
    public Outcome respond(Request request) {
      boolean rejected = request.number() % every == 0;
      return Outcome.responded(rejected ? UNPROCESSABLE : 200, request.latency());
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return every == 1 ? Face.FAILS : Face.BOTH;
    }

    @Override
    public String words() {
      return "rejects 1 message of " + every + " with status 422, on every attempt";
    }
  }
}
