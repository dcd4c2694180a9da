package io.posthorn.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * The capacity of the intake, shared between customers. Not thread-safe.
 *
 * <p>Up to the bound, calls are admitted first come, first served. Above it, a customer is admitted
 * only if it has nothing in the intake, or with this call no more than half of the bound divided by
 * the number of customers in it. So a customer that floods the intake finds it full while others do
 * not. Twice the bound is the limit for all.
 */
final class IntakeCapacity {
  private final EmbeddedSettings settings;
  private final Map<String, IntakeLoad.Share> taken = new HashMap<>(); // looked up, never iterated
  private int events;
  private long weight;

  IntakeCapacity(EmbeddedSettings settings) {
    this.settings = settings;
  }

  boolean fits(IntakeLoad load) {
    if (events == 0 || within(load, 1)) {
      return true;
    }
    return within(load, 2) && load.shares().stream().allMatch(this::isModest);
  }

  private boolean within(IntakeLoad load, int times) {
    return events + load.events() <= times * (long) settings.intakeEvents()
        && weight + load.weight() <= times * settings.intakeBytes();
  }

  private boolean isModest(IntakeLoad.Share more) {
    IntakeLoad.Share own = taken.get(more.customerId());
    if (own == null) {
      return true;
    }
    int parts = 2 * taken.size();
    return own.events() + more.events() <= settings.intakeEvents() / parts
        && own.weight() + more.weight() <= settings.intakeBytes() / parts;
  }

  void take(IntakeLoad load) {
    add(load, 1);
  }

  void give(IntakeLoad load) {
    add(load, -1);
  }

  private void add(IntakeLoad load, int sign) {
    events += sign * load.events();
    weight += sign * load.weight();
    for (IntakeLoad.Share share : load.shares()) {
      taken.compute(
          share.customerId(),
          (id, own) -> {
            int count = (own == null ? 0 : own.events()) + sign * share.events();
            long bytes = (own == null ? 0 : own.weight()) + sign * share.weight();
            return count == 0 ? null : new IntakeLoad.Share(id, count, bytes);
          });
    }
  }

  void clear() {
    taken.clear();
    events = 0;
    weight = 0;
  }

  int events() {
    return events;
  }

  long weight() {
    return weight;
  }
}
