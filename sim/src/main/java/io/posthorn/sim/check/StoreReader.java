package io.posthorn.sim.check;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.EventView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.sim.world.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reader of the records of a shard from its disk, as the API reads them. */
public final class StoreReader {
  /** The bytes of a message id at the end of a key. */
  private static final int MESSAGE_ID = 20;

  /** An operational event as the shard stored it, with its messages as they were at first. */
  public record OperationalEvent(EventKey key, Event event, List<Message> messages) {
    /** Returns whether it was made at the end of its turn, after all requests were started. */
    boolean comesLast() {
      return event.objCode().equals("POSTHORN_DROPS") || delayed();
    }

    /** Returns whether it reports changes that came too soon after another. */
    public boolean delayed() {
      JsonSlice state = Objects.requireNonNull(event.newState());
      return state.toString().contains("\"changes\":");
    }
  }

  private final SimulatedDisk disk;
  private final History history;

  public StoreReader(SimulatedDisk disk) {
    this.disk = disk;
    this.history = new History(disk);
  }

  public @Nullable Message message(String customerId, MessageId id) {
    return history.message(customerId, id);
  }

  public List<Attempt> attempts(String customerId, MessageId id) {
    return history.attempts(customerId, id);
  }

  /** The events that the shard made itself and stored with the latest commit. */
  public List<OperationalEvent> operationalEventsOfLatestCommit() {
    List<OperationalEvent> found = new ArrayList<>();
    for (byte[] key : disk.latestNewKeys()) {
      if (key[0] == Table.EVENT.number()) {
        ByteReader in = new ByteReader(key, 1);
        String customer = in.word();
        EventKey event = EventKey.read(in);
        // The upper bit of the counter marks the keys of operational events.
        EventView stored = event.low() < 0 ? history.event(customer, event) : null;
        if (stored != null) {
          found.add(found(stored));
        }
      }
    }
    return found;
  }

  private static OperationalEvent found(EventView stored) {
    List<Message> messages =
        stored.messageIds().stream()
            .map(stored::initialMessage)
            .map(Objects::requireNonNull)
            .toList();
    return new OperationalEvent(stored.key(), stored.event(), messages);
  }

  /** The record of a message, and whose it is. */
  public record StoredMessage(String customerId, Message message) {}

  /** The messages that the latest commit wrote: as records of their own, or with new events. */
  public List<StoredMessage> messagesOfLatestCommit() {
    List<StoredMessage> found = new ArrayList<>();
    for (byte[] key : disk.latestKeys()) {
      byte[] value = disk.get(key);
      ByteReader in = new ByteReader(key, 1);
      if (value != null && key[0] == Table.MESSAGE.number()) {
        found.add(new StoredMessage(in.word(), Message.decode(MessageId.read(in), value)));
      } else if (value != null && key[0] == Table.EVENT.number()) {
        addInitial(in.word(), EventKey.read(in), found);
      }
    }
    return found;
  }

  private void addInitial(String customer, EventKey key, List<StoredMessage> found) {
    EventView event = Objects.requireNonNull(history.event(customer, key));
    for (MessageId id : event.messageIds()) {
      Message initial = event.initialMessage(id);
      // One that has changed since has a record of its own.
      if (initial != null && initial.equals(history.message(customer, id, event))) {
        found.add(new StoredMessage(customer, initial));
      }
    }
  }

  /** The number of audit entries. */
  public int auditEntries() {
    return size(Table.AUDIT);
  }

  /** Returns whether no lane, no expiry queue and no entry of a turn holds a message. */
  public boolean queuesAreEmpty() {
    return size(Table.LANE) == 0
        && size(Table.EXPIRY) == 0
        && size(Table.FLIGHTS) == 0
        && size(Table.KEY) == 0
        && size(Table.ORDER) == 0;
  }

  /** The messages in all lanes, or behind a head; one that is in two comes twice. */
  public List<MessageId> inLanes() {
    List<MessageId> found = new ArrayList<>();
    for (Table queue : List.of(Table.LANE, Table.ORDER)) {
      visit(
          queue,
          (key, value) -> found.add(MessageId.read(new ByteReader(key, key.length - MESSAGE_ID))));
    }
    return found;
  }

  /** The messages that the entries of recent turns name, also those that ended since. */
  public List<MessageId> inFlightEntries() {
    List<MessageId> found = new ArrayList<>();
    visit(
        Table.FLIGHTS,
        (key, value) -> {
          ByteReader in = new ByteReader(value);
          in.u8(); // its format
          for (long endpoints = in.varint(); endpoints > 0; endpoints--) {
            in.u64(); // an endpoint
            in.u64();
            for (long messages = in.varint(); messages > 0; messages--) {
              found.add(new MessageId(EventKey.read(in), (int) in.varint()));
            }
          }
          return true;
        });
    return found;
  }

  /** Returns whether a message is there without a record: nothing became of it yet. */
  public boolean isUnrecorded(String customerId, MessageId id) {
    ByteWriter key = ByteWriter.key(Table.MESSAGE).word(customerId);
    id.write(key);
    return disk.get(key.toBytes()) == null && history.message(customerId, id) != null;
  }

  /**
   * Waiting messages.
   *
   * @param oldest when the schedule of the oldest began; 0 if none waits
   */
  public record Waiting(long count, long oldest) {
    public static final Waiting NONE = new Waiting(0, 0);

    public Waiting plus(Waiting more) {
      long first = Math.min(oldest, more.oldest);
      return new Waiting(count + more.count, first == 0 ? Math.max(oldest, more.oldest) : first);
    }
  }

  /** The messages that wait for an endpoint, as a reader finds them. */
  public Waiting waiting(String customerId, EndpointId id, CircuitRules rules) {
    EndpointReader reader = new EndpointReader(disk, rules);
    EndpointView endpoint = reader.get(customerId, id, 0);
    return endpoint == null
        ? Waiting.NONE
        : new Waiting(
            endpoint.waitingFirst() + endpoint.waitingRetry() + endpoint.waitingOrder(),
            reader.oldestWaiting(customerId, id));
  }

  private int size(Table table) {
    int[] count = new int[1];
    visit(
        table,
        (key, value) -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  private void visit(Table table, ShardView.Visitor visitor) {
    disk.scan(new byte[] {table.number()}, new byte[] {(byte) (table.number() + 1)}, visitor);
  }

  /** Returns whether an endpoint has a record. */
  public boolean has(String customerId, EndpointId id) {
    byte[] key =
        ByteWriter.key(Table.ENDPOINT).word(customerId).u64(id.high()).u64(id.low()).toBytes();
    return disk.get(key) != null;
  }

  /** Returns whether something was written since the last commit. */
  public boolean dirty() {
    return disk.dirty();
  }
}
