package io.posthorn.core.shard.sweep;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.CustomerWalk;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ReadBudget;
import io.posthorn.core.store.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sweep that removes the oldest ended messages before their retention time when disk space is
 * short: payloads first, then whole events with their messages. Waiting messages are never touched,
 * and event ids stay taken for their time.
 *
 * <p>Implementation notes. A round walks over the events of all customers in the order of their
 * acceptance, in bounded steps. The progress over payloads is kept in memory only: after a restart
 * the walk starts over, which costs nothing but time. A message that was waiting when examined may
 * end later, so the walk also starts over before records are removed, unless it just has.
 */
public final class EarlyRetention {
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

  /** The customers whose next event is not queued yet; null once all are. */
  private @Nullable CustomerWalk customers;

  /** Each customer's next event. */
  private final TreeMap<EventKey, String> next = new TreeMap<>();

  /** The event that is examined in parts. */
  private @Nullable LargeEvent large;

  /** The time at which the walk over payloads last started at the oldest event. */
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

  /** Starts a round; a round that is still running replies with its progress. */
  public void begin(Command.RemoveEarly command) {
    if (round != null) {
      finish(round, false);
    }
    round = new Round(command.request(), command.bytes());
    if (seen.isEmpty()) {
      walkBeganAt = state.now();
    }
    customers = state.events.customers();
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
    ReadBudget budget = state.store.budget(Sweep.KEYS);
    while (current.owed > 0 && current.bytes < enough && !budget.spent()) {
      if (customers != null) {
        enqueueNext(customers, current.erasing);
        continue;
      }
      Map.Entry<EventKey, String> oldest = next.pollFirstEntry();
      if (oldest != null) {
        visit(current, oldest.getKey(), oldest.getValue());
      } else if (!current.erasing && state.now() - walkBeganAt >= WALK_AGAIN_AFTER) {
        seen.clear();
        walkBeganAt = state.now();
        customers = state.events.customers();
      } else if (!current.erasing) {
        current.erasing = true;
        customers = state.events.customers();
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

  /** Queues the next event of one more customer: they are visited in the order of acceptance. */
  private void enqueueNext(CustomerWalk walk, boolean erasing) {
    String customer = walk.next();
    if (customer == null) {
      customers = null;
    } else {
      enqueue(customer, erasing ? null : seen.get(customer), erasing);
    }
  }

  private void visit(Round current, EventKey key, String customerId) {
    StoredEvent event = state.events.get(customerId, key);
    if (event != null && LargeEvent.is(event)) {
      if (!visitPart(current, key, event)) {
        next.put(key, customerId); // the next part of it
        return;
      }
    } else if (event != null && current.erasing && ended(key, event)) {
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

  /** Examines and removes an event with many messages in parts; returns whether it is done. */
  private boolean visitPart(Round current, EventKey key, StoredEvent event) {
    if (!current.erasing && event.payload() == 0) {
      return true;
    }
    LargeEvent examined = LargeEvent.of(state, key, large);
    LargeEvent.Finding finding = examined.examine(event);
    boolean more = finding == LargeEvent.Finding.UNKNOWN;
    boolean erases = finding == LargeEvent.Finding.ENDED && current.erasing;
    large = examined;
    if (!more && !erases) {
      examined.close();
      large = null;
    }
    if (erases) {
      StoredEvent rest = eraser.eraseLast(key, event);
      int erased = event.targets().size() - rest.targets().size();
      current.freed(event.payload() + MESSAGE_BYTES * erased);
      return false;
    }
    if (finding == LargeEvent.Finding.ENDED) {
      state.events.shrink(key, event.withoutPayload());
      current.payloads++;
      current.freed(event.payload());
    }
    return !more;
  }

  private boolean ended(EventKey key, StoredEvent event) {
    for (int ordinal = 0; ordinal < event.targets().size(); ordinal++) {
      Message message = state.messages.get(event.event().customerId(), new MessageId(key, ordinal));
      boolean away = message == null && state.isHandedOver(event.targets().get(ordinal));
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
    customers = null;
    next.clear();
    state.requireSync(); // so that what is reported as removed stays removed
    state.reply(
        done.request, new Reply.RemovedEarly(done.payloads, done.records, done.bytes, exhausted));
  }
}
