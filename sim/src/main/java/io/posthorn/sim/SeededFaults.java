package io.posthorn.sim;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.sim.world.FaultSource;
import io.posthorn.sim.world.RandomBehaviour;
import io.posthorn.sim.world.SimulatedCrash;
import io.posthorn.sim.world.SimulatedNetwork;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The faults of a seeded world and their times. */
final class SeededFaults implements FaultSource {
  private static final List<SimulatedCrash.Point> POINTS = List.of(SimulatedCrash.Point.values());

  /** Healthy and dead receivers are twice as likely as the others. */
  private static final List<RandomBehaviour> BEHAVIOURS =
      List.of(
          RandomBehaviour.HEALTHY,
          RandomBehaviour.HEALTHY,
          RandomBehaviour.SLOW,
          RandomBehaviour.FLAPPING,
          RandomBehaviour.DEAD,
          RandomBehaviour.DEAD,
          RandomBehaviour.BROKEN,
          RandomBehaviour.REFUSING,
          RandomBehaviour.TARPIT,
          RandomBehaviour.BUSY,
          RandomBehaviour.POISONED);

  private final SeedPlan plan;
  private final RandomGenerator faults;
  private final RandomGenerator interleaving;
  private final RandomGenerator connections;
  private boolean healed;

  /**
   * Creates the faults of one seed.
   *
   * @param faults decides what breaks
   * @param interleaving decides how commands share turns, and what a power failure loses
   * @param connections decides which connections end early
   */
  SeededFaults(
      SeedPlan plan,
      RandomGenerator faults,
      RandomGenerator interleaving,
      RandomGenerator connections) {
    this.plan = plan;
    this.faults = faults;
    this.interleaving = interleaving;
    this.connections = connections;
  }

  /** Ends all crashes and stalls. */
  void heal() {
    healed = true;
  }

  @Override
  public boolean phased() {
    return false;
  }

  @Override
  public SimulatedCrash.@Nullable Point crash() {
    if (healed || plan.turnsPerCrash() == 0 || faults.nextInt(plan.turnsPerCrash()) > 0) {
      return null;
    }
    return POINTS.get(faults.nextInt(POINTS.size()));
  }

  /** One connection in sixteen ends before any byte of a response, or within its head. */
  @Override
  public SimulatedNetwork.ConnectionEnd connectionEnd() {
    int dice = healed ? 0 : connections.nextInt(32);
    return switch (dice) {
      case 1 -> SimulatedNetwork.ConnectionEnd.BEFORE_RESPONSE;
      case 2 -> SimulatedNetwork.ConnectionEnd.WITHIN_HEAD;
      default -> SimulatedNetwork.ConnectionEnd.AFTER_RESPONSE;
    };
  }

  /**
   * Token servers fail for some minutes and work for some; their tokens are mostly short. These do
   * not draw, so that seeds which once found a bug still make the same requests.
   */
  @Override
  public TokenResult tokenResult(TokenTicket ticket, long elapsed) {
    long period = mix(ticket.endpoint().low() ^ (elapsed >> 19)); // about 9 minutes
    if (!healed && (period & 1) == 0) {
      return new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, "no token"));
    }
    long usable = healed ? 3_600_000 : 1_000L << Math.floorMod(period >> 8, 13);
    return new TokenResult.AccessToken("token " + ticket.number(), usable);
  }

  @Override
  public long tokenDelay(TokenTicket ticket, long elapsed) {
    return healed ? 0 : Math.floorMod(mix(ticket.endpoint().low() + ticket.number()), 5_000L);
  }

  @Override
  public boolean refusesToken(MessageId message, long elapsed) {
    return !healed && (mix(message.event().low() ^ elapsed) & 15) == 0;
  }

  private static long mix(long bits) {
    return new SplittableRandom(bits).nextLong();
  }

  @Override
  public int releasedBefore(SimulatedCrash.Point point, int effects) {
    return point == SimulatedCrash.Point.WHILE_RELEASING ? faults.nextInt(effects + 1) : 0;
  }

  /**
   * If the machine loses power, any of the unsynced commits may be gone, the later ones first. If
   * only the process ends, the operating system still writes them all.
   */
  @Override
  public long survivingCommits(long unsynced) {
    boolean powerFailure = faults.nextBoolean();
    return powerFailure ? interleaving.nextLong(unsynced + 1) : unsynced;
  }

  /** Mostly up to 20 seconds, sometimes a quarter of the run. */
  @Override
  public long downtime() {
    long longest = faults.nextInt(10) == 0 ? plan.faultMillis() / 4 : 20_000;
    return faults.nextLong(1, Math.max(2, longest));
  }

  /** Mostly none; sometimes the host is suspended. */
  @Override
  public long lateness() {
    if (healed || !plan.stalls()) {
      return 0;
    }
    int dice = faults.nextInt(200);
    return dice == 0 ? faults.nextLong(plan.faultMillis() / 20) : dice < 40 ? dice : 0;
  }

  @Override
  public long turnDelay() {
    return interleaving.nextInt(3);
  }

  @Override
  public long noticesClockAfter() {
    return interleaving.nextInt(1_000);
  }

  @Override
  public boolean overtakes() {
    return interleaving.nextBoolean();
  }

  @Override
  public boolean audits() {
    return !interleaving.nextBoolean();
  }

  /** The milliseconds by which the wall clock is set, forwards or backwards. */
  long clockJump() {
    long size = faults.nextLong(1, 1L << faults.nextInt(8, 29));
    return faults.nextBoolean() ? size : -size;
  }

  /** In a seed with tarpits the first customer has nothing else, and the others are healthy. */
  RandomBehaviour behaviour(String customer) {
    RandomBehaviour drawn = BEHAVIOURS.get(faults.nextInt(BEHAVIOURS.size()));
    if (!plan.tarpits()) {
      return drawn;
    }
    return customer.equals("c0") ? RandomBehaviour.TARPIT : RandomBehaviour.HEALTHY;
  }

  /** The time for which a receiver keeps a behaviour. */
  Duration behaviourLasts() {
    return Duration.ofMillis((long) (plan.faultMillis() * (0.02 + 0.6 * faults.nextDouble())));
  }
}
