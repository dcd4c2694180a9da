package io.posthorn.sim.world;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** How a receiver behaves for a while. */
public enum Mood {
  HEALTHY {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      return request.within(random.nextInt(1, 400), 200 + random.nextInt(5));
    }
  },
  /** Right, but so late that it earns no place, and now and then too late. */
  SLOW {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      return request.within(random.nextInt(900, 5_400), 200);
    }
  },
  FLAPPING {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      return (random.nextBoolean() ? HEALTHY : DEAD).answer(request, random);
    }
  },
  DEAD {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      ErrorKind kind = KINDS.get(random.nextInt(KINDS.size()));
      return kind == ErrorKind.TIMEOUT
          ? request.timeout()
          : Outcome.failed(kind, random.nextInt(50), "simulated " + kind.text());
    }
  },
  BROKEN {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      return request.within(random.nextInt(1, 300), 500 + random.nextInt(5));
    }
  },
  REFUSING {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      int[] statuses = {301, 400, 401, 404, 410, 422};
      return request.within(random.nextInt(1, 300), statuses[random.nextInt(statuses.length)]);
    }
  },
  /** Accepts the connection and says nothing. */
  TARPIT {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      return request.timeout();
    }
  },
  /** 429 or 503, with a {@code Retry-After} in one of its forms, or garbage. */
  BUSY {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      int status = random.nextBoolean() ? 429 : 503;
      return Outcome.answered(status, random.nextInt(1, 200), patience(request, random));
    }
  },
  /** Takes every message but some, and those never: one in eight by its id. */
  POISONED {
    @Override
    Outcome answer(SimulatedRequest request, RandomGenerator random) {
      boolean poisonous = (request.message().hashCode() * 0x9E3779B9) >>> 29 == 0;
      return poisonous
          ? request.within(random.nextInt(1, 100), 500)
          : HEALTHY.answer(request, random);
    }
  };

  private static final List<ErrorKind> KINDS = List.of(ErrorKind.values());

  abstract Outcome answer(SimulatedRequest request, RandomGenerator random);

  private static String patience(SimulatedRequest request, RandomGenerator random) {
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
