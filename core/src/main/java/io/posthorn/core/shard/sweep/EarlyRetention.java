package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Removes the oldest ended messages before their retention time when disk space is short: payloads
 * first, then whole events with their messages. Waiting messages are never touched, and event ids
 * stay taken for their time.
 *
 * <p>Implementation notes. A round walks over the events of all customers in the order of their
 * acceptance, in bounded steps. The progress over payloads is kept in memory only: after a restart
 * the walk starts over, which costs nothing but time. A message that was waiting when examined may
 * end later, so the walk also starts over before records are removed, unless it just has.
 */
public final class EarlyRetention {
  private static final int STEP = 200;

  /** The most bytes that a step removes, so that a turn stays short even with large payloads. */
  private static final long STEP_BYTES = 8L << 20;

  /**
   * The approximate size of a message without its event: its state, an attempt, and its listings.
   */
  private static final long MESSAGE_BYTES = 400;

  private static final long EVENT_BYTES = 200;

  /** A full walk can take long, so not every round starts one. */
  private static final long WALK_AGAIN_AFTER = 3_600_000;

  private final ShardState state;
  private final Eraser eraser;

  /** The last event whose payload was examined, by customer; never iterated. */
  private final Map<String, EventKey> seen = new HashMap<>();

  /** Each customer's next event. */
  private final TreeMap<EventKey, String> next = new TreeMap<>();

  /** When the walk over payloads last started at the oldest event. */
  private long walkBeganAt;

  private @Nullable Round round;

  /** A request to free space, and its progress. */
  private static final class Round {
    private final long request;
    private long owed;
    private boolean erasing;
    private int payloads;
    private int records;
    private long bytes;

    Round(long request, long owed) {
      this.request = request;
      this.owed = owed;
    }

    private void freed(long more) {
      bytes += more;
      owed -= more;
    }
  }

  public EarlyRetention(ShardState state, Eraser eraser) {
    this.state = state;
    this.eraser = eraser;
  }

  /** Starts a round; a round that is still running is answered with its progress. */
  public void begin(Command.Trim command) {
    if (round != null) {
      finish(round, false);
    }
    round = new Round(command.request(), command.bytes());
    if (seen.isEmpty()) {
      walkBeganAt = state.now();
    }
    state.events.customers().forEach(customer -> enqueue(customer, seen.get(customer), false));
  }

  public boolean pending() {
    return round != null;
  }

  public void step() {
    Round current = round;
    if (current == null) {
      return;
    }
    long enough = current.bytes + STEP_BYTES;
    for (int left = STEP; left > 0 && current.owed > 0 && current.bytes < enough; left--) {
      Map.Entry<EventKey, String> oldest = next.pollFirstEntry();
      if (oldest != null) {
        visit(current, oldest.getKey(), oldest.getValue());
      } else if (!current.erasing && state.now() - walkBeganAt >= WALK_AGAIN_AFTER) {
        seen.clear();
        walkBeganAt = state.now();
        state.events.customers().forEach(customer -> enqueue(customer, null, false));
      } else if (!current.erasing) {
        current.erasing = true;
        state.events.customers().forEach(customer -> enqueue(customer, null, true));
      } else {
        seen.clear(); // start over, for messages that were waiting when examined
        finish(current, true);
        return;
      }
    }
    if (current.owed <= 0) {
      finish(current, false);
    }
  }

  private void visit(Round current, EventKey key, String customerId) {
    StoredEvent event = state.events.get(customerId, key);
    if (event != null && current.erasing && ended(key, event)) {
      eraser.erase(state.messages.whole(key, event));
      current.records++;
      current.freed(event.payload() + EVENT_BYTES + MESSAGE_BYTES * event.targets().size());
    } else if (event != null && !current.erasing && event.payload() > 0 && ended(key, event)) {
      state.events.shrink(key, event.withoutPayload());
      current.payloads++;
      current.freed(event.payload());
    }
    if (!current.erasing) {
      seen.put(customerId, key);
    }
    enqueue(customerId, key, current.erasing);
  }

  private boolean ended(EventKey key, StoredEvent event) {
    for (int ordinal = 0; ordinal < event.targets().size(); ordinal++) {
      Message message = state.messages.get(event.event().customerId(), new MessageId(key, ordinal));
      boolean away = message == null && state.away(event.targets().get(ordinal));
      if (away || (message != null && !message.status().ended())) {
        return false;
      }
    }
    return true;
  }

  /** Queues a customer's next event; for erasure, one whose id need not be kept. */
  private void enqueue(String customerId, @Nullable EventKey behind, boolean erasing) {
    byte[] all = StoreKeys.customer(Table.EVENT, customerId);
    byte[] from = behind == null ? all : StoreKeys.after(StoreKeys.event(customerId, behind));
    long free = Math.max(0, state.now() - state.rules.retention().eventIds() + 1);
    byte[] to = erasing ? StoreKeys.eventsFrom(customerId, free) : StoreKeys.endOf(all);
    if (StoreKeys.compare(from, to) < 0) {
      state.store.scan(
          from,
          to,
          (key, value) -> {
            next.put(StoreKeys.eventKey(key), customerId);
            return false;
          });
    }
  }

  private void finish(Round done, boolean exhausted) {
    round = null;
    next.clear();
    state.requireSync(); // so that what is reported as removed stays removed
    state.answer(
        done.request, new Reply.Trimmed(done.payloads, done.records, done.bytes, exhausted));
  }
}
