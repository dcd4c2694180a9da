package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The behaviours of receivers in seeded worlds; no two responses are quite the same. */
public enum RandomBehaviour implements SimulatedReceivers.Behaviour {
  HEALTHY {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      return request.within(random.nextInt(1, 400), 200 + random.nextInt(5));
    }
  },
  /**
   * Responds with 2xx, but too late to raise the in-flight limit, and sometimes after the timeout.
   */
  SLOW {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      return request.within(random.nextInt(900, 5_400), 200);
    }
  },
  FLAPPING {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      return (random.nextBoolean() ? HEALTHY : DEAD).respond(request, random);
    }
  },
  DEAD {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      ErrorKind kind = KINDS.get(random.nextInt(KINDS.size()));
      Outcome outcome =
          kind == ErrorKind.TIMEOUT
              ? request.timeout()
              : Outcome.failed(kind, random.nextInt(50), "simulated " + kind.text());
      return unconnected(kind, request) ? outcome.asUnconnected() : outcome;
    }
  },
  BROKEN {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      return request.within(random.nextInt(1, 300), 500 + random.nextInt(5));
    }
  },
  REFUSING {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      int[] statuses = {301, 400, 401, 404, 410, 422};
      return request.within(random.nextInt(1, 300), statuses[random.nextInt(statuses.length)]);
    }
  },
  /** Accepts the connection and never responds. */
  TARPIT {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      return request.timeout();
    }
  },
  /** 429 or 503, with a {@code Retry-After} in one of its forms, or garbage. */
  BUSY {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      int status = random.nextBoolean() ? 429 : 503;
      return Outcome.responded(status, random.nextInt(1, 200), retryAfter(request, random));
    }
  },
  /** Rejects one message in eight, chosen by its id, on every attempt. */
  POISONED {
    @Override
    public Outcome respond(SimulatedReceivers.Request request, RandomGenerator random) {
      boolean poisonous = (request.message().hashCode() * 0x9E3779B9) >>> 29 == 0;
      return poisonous
          ? request.within(random.nextInt(1, 100), 500)
          : HEALTHY.respond(request, random);
    }
  };

  /** A refusal always means no connection, and every other timeout. */
  private static boolean unconnected(ErrorKind kind, SimulatedReceivers.Request request) {
    return kind == ErrorKind.REFUSED || (kind == ErrorKind.TIMEOUT && (request.elapsed() & 1) == 0);
  }

  private static final List<ErrorKind> KINDS =
      Arrays.stream(ErrorKind.values()).filter(kind -> kind != ErrorKind.AUTH).toList();

  private static String retryAfter(SimulatedReceivers.Request request, RandomGenerator random) {
    int seconds = 1 << random.nextInt(18);
    return switch (random.nextInt(6)) {
      case 0 ->
          DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
              .format(
                  Instant.ofEpochMilli(request.wallMillis())
                      .plusSeconds(seconds)
                      .atOffset(ZoneOffset.UTC));
      case 1 -> "soon";
      case 2 -> "-5";
      case 3 -> "99999999999999999999";
      default -> Integer.toString(seconds);
    };
  }
}
