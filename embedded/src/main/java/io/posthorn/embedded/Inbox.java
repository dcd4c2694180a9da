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
 * Everything that is to reach the shard, in its order, from any thread to one.
 *
 * <ul>
 *   <li>Events are bounded in number and weight, from here until they are answered, and shared
 *       between customers: see {@link IntakeCapacity}. A call that alone is larger goes in where
 *       nothing else is.
 *   <li>Results and commands always have room: there are never more of them than requests in flight
 *       and people who wait.
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
   * How full an inbox is.
   *
   * @param items calls, commands and results that wait for their turn
   * @param events events that wait for their answer, those of the running turn included
   * @param bytes what they weigh
   */
  record Use(int items, int events, long bytes) {}

  Inbox(EmbeddedSettings settings) {
    this.settings = settings;
    capacity = new IntakeCapacity(settings);
  }

  /** Refuses at once what {@link #offer} would refuse, before any work is spent on it. */
  void checkRoom(IntakeLoad load) {
    lock.lock();
    try {
      refuseUnlessRoom(load);
    } finally {
      lock.unlock();
    }
  }

  void offer(InboxItem.Events item) {
    lock.lock();
    try {
      refuseUnlessRoom(item.load());
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

  /** Results come in as long as anybody takes them out. */
  void add(InboxItem.Result item) {
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

  private void refuseUnlessRoom(IntakeLoad load) {
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

  /** Takes what is there, up to a turn's worth; waits so long for the first, then takes nothing. */
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

  /** Lets whoever waits in {@link #take} look around. */
  void wakeUp() {
    lock.lock();
    try {
      wokenUp = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Makes room for others, for events that are about to be answered. */
  void makeRoom(IntakeLoad load) {
    lock.lock();
    try {
      capacity.give(load);
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

  /** What nobody will take out any more. */
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
