package io.posthorn.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * The room in the intake, and who takes it. For one thread at a time.
 *
 * <p>Up to the bound it goes to whoever comes first. Above it, a customer still gets in who takes
 * little: nothing yet, or with this call no more than half of the bound divided by the customers
 * that are in. So one who floods the intake finds it full, and the others do not. Twice the bound
 * is the end for all.
 */
final class IntakeCapacity {
  private final EmbeddedSettings settings;
  private final Map<String, IntakeLoad.Share> taken = new HashMap<>(); // looked up, never walked
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
