package io.posthorn.sim.scenario;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an endpoint answers from one moment on. */
sealed interface Health {
  /** What a strip shows of a stretch of time. */
  enum Face {
    ANSWERS,
    BOTH,
    FAILS
  }

  /**
   * One request at the endpoint's door.
   *
   * @param since how long the endpoint has been in this health
   * @param number the message's number at this endpoint, from 1
   * @param latency how quickly the endpoint answers when it is well
   */
  record Request(long since, long number, long latency) {}

  /** The answer, were there no timeout. */
  Outcome answer(Request request);

  /** What can be seen between two moments, counted from the start of this health. */
  Face face(long from, long to, long timeout);

  /** What the timeline says when it begins. */
  String words();

  /** Whether it can be the end of an outage. */
  default boolean well() {
    return false;
  }

  /** The answer as the sender sees it: what takes too long is a timeout. */
  static Outcome within(long timeout, Outcome outcome) {
    return outcome.durationMillis() <= timeout
        ? outcome
        : Outcome.failed(
            ErrorKind.TIMEOUT, timeout, "no answer within " + Durations.length(timeout));
  }

  /** Answers 200 in its usual time. */
  record Healthy() implements Health {
    @Override
    public Outcome answer(Request request) {
      return Outcome.answered(200, request.latency());
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return Face.ANSWERS;
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
  record Down() implements Health {
    private static final Outcome REFUSED =
        Outcome.failed(ErrorKind.REFUSED, 1, "connection refused");

    @Override
    public Outcome answer(Request request) {
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

  /** Answers 200, but late. */
  record Slow(long millis) implements Health {
    @Override
    public Outcome answer(Request request) {
      return Outcome.answered(200, millis);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return millis <= timeout ? Face.ANSWERS : Face.FAILS;
    }

    @Override
    public String words() {
      return "is slow: it takes " + Durations.length(millis) + " to answer";
    }
  }

  /** Answers with a status, and perhaps asks for patience. */
  record Status(int code, @Nullable String retryAfter) implements Health {
    @Override
    public Outcome answer(Request request) {
      return retryAfter == null
          ? Outcome.answered(code, request.latency())
          : Outcome.answered(code, request.latency(), retryAfter);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return code >= 200 && code < 300 ? Face.ANSWERS : Face.FAILS;
    }

    @Override
    public String words() {
      String patience = retryAfter == null ? "" : " with Retry-After: " + retryAfter;
      return "answers with status " + code + patience;
    }
  }

  /** Goes up and down. */
  record Flapping(boolean upFirst, long first, long second) implements Health {
    @Override
    public Outcome answer(Request request) {
      boolean up = (request.since() % (first + second) < first) == upFirst;
      return up ? new Healthy().answer(request) : new Down().answer(request);
    }

    @Override
    public Face face(long from, long to, long timeout) {
      long at = from % (first + second);
      boolean inFirst = at < first;
      long phaseEnd = inFirst ? first : first + second;
      if (at + to - from > phaseEnd) {
        return Face.BOTH;
      }
      return inFirst == upFirst ? Face.ANSWERS : Face.FAILS;
    }

    @Override
    public String words() {
      return String.format(
          Locale.ROOT,
          "flaps: %s %s, %s %s, over and over",
          Durations.length(first),
          upFirst ? "up" : "down",
          Durations.length(second),
          upFirst ? "down" : "up");
    }
  }

  /** Refuses every so many-th message, each time it comes; the others are welcome. */
  record Rejects(long every) implements Health {
    private static final int UNPROCESSABLE = 422;

    @Override
    public Outcome answer(Request request) {
      boolean poisonous = request.number() % every == 0;
      return Outcome.answered(poisonous ? UNPROCESSABLE : 200, request.latency());
    }

    @Override
    public Face face(long from, long to, long timeout) {
      return every == 1 ? Face.FAILS : Face.BOTH;
    }

    @Override
    public String words() {
      return "rejects 1 message of " + every + " with status 422, each time it comes";
    }
  }
}
