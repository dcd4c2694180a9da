package io.posthorn.embedded;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The shard's input queue: many producers, one consumer.
 *
 * <ul>
 *   <li>Events are bounded in number and bytes until their reply; customers share the bound, see
 *       {@link IntakeCapacity}. A call larger than the bound is admitted if the intake is empty.
 *   <li>Results and commands are always admitted: requests in flight and waiting callers bound
 *       their number.
 * </ul>
 */
final class Inbox {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<InboxItem> items = new ArrayDeque<>();
  private final EmbeddedSettings settings;
  private final IntakeCapacity capacity;
  private boolean waiting;
  private boolean wokenUp;
  private @Nullable Refusal shut;

  /**
   * The fill level of the inbox.
   *
   * @param items calls, commands and results that wait for a turn
   * @param events events that wait for their reply, including the running turn
   * @param bytes the size of those events
   */
  record Use(int items, int events, long bytes) {}

  Inbox(EmbeddedSettings settings) {
    this.settings = settings;
    capacity = new IntakeCapacity(settings);
  }

  /** Refuses what {@link #offer} would refuse, before any work is done. */
  void checkCapacity(IntakeLoad load) {
    lock.lock();
    try {
      refuseIfFull(load);
    } finally {
      lock.unlock();
    }
  }

  void offer(InboxItem.Events item) {
    lock.lock();
    try {
      refuseIfFull(item.load());
      capacity.take(item.load());
      add(item);
    } finally {
      lock.unlock();
    }
  }

  void offer(InboxItem.CommandItem item) {
    lock.lock();
    try {
      checkNotShut();
      add(item);
    } finally {
      lock.unlock();
    }
  }

  /** Adds a result, unless the inbox was cleared. */
  void add(InboxItem.Result item) {
    lock.lock();
    try {
      add((InboxItem) item);
    } finally {
      lock.unlock();
    }
  }

  /** Adds the result of a request for an access token, unless the inbox was cleared. */
  void add(InboxItem.Token item) {
    lock.lock();
    try {
      add((InboxItem) item);
    } finally {
      lock.unlock();
    }
  }

  private void add(InboxItem item) {
    items.add(item);
    if (waiting) {
      arrived.signal();
    }
  }

  private void refuseIfFull(IntakeLoad load) {
    checkNotShut();
    if (!capacity.fits(load)) {
      throw new RefusedException(Refusal.INTAKE_FULL);
    }
  }

  private void checkNotShut() {
    if (shut != null) {
      throw new RefusedException(shut);
    }
  }

  /** Takes waiting items, up to the limit of a turn; empty if none comes in time. */
  List<InboxItem> take(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      waiting = true;
      while (items.isEmpty() && !wokenUp && left > 0) {
        left = arrived.awaitNanos(left);
      }
      waiting = false;
      wokenUp = false;
      return takeTurn();
    } finally {
      lock.unlock();
    }
  }

  private List<InboxItem> takeTurn() {
    List<InboxItem> turn = new ArrayList<>(Math.min(items.size(), settings.commandsPerTurn()));
    long bytes = 0;
    while (!items.isEmpty() && turn.size() < settings.commandsPerTurn()) {
      if (items.element() instanceof InboxItem.Events next) {
        bytes += next.load().weight();
        if (bytes > settings.bytesPerTurn() && !turn.isEmpty()) {
          break;
        }
      }
      turn.add(items.remove());
    }
    return turn;
  }

  /** Wakes up a waiting {@link #take}. */
  void wakeUp() {
    lock.lock();
    try {
      wokenUp = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Frees the capacity of calls that are about to get their replies. */
  void release(List<IntakeLoad> loads) {
    lock.lock();
    try {
      loads.forEach(capacity::give);
    } finally {
      lock.unlock();
    }
  }

  /** Refuses events and commands from now on. */
  void close(Refusal reason) {
    lock.lock();
    try {
      if (shut == null || reason == Refusal.FAILED) {
        shut = reason;
      }
      wokenUp = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the remaining items. */
  List<InboxItem> clear() {
    lock.lock();
    try {
      List<InboxItem> rest = List.copyOf(items);
      items.clear();
      capacity.clear();
      return rest;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return items.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  Use use() {
    lock.lock();
    try {
      return new Use(items.size(), capacity.events(), capacity.weight());
    } finally {
      lock.unlock();
    }
  }
}
