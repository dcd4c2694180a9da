package io.posthorn.sim.check;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.sim.world.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of a shard from its disk, as the API does. */
public final class StoreReader {
  /** An operational event as the shard stored it, with its messages as they were at first. */
  public record OperationalEvent(EventKey key, Event event, List<Message> messages) {
    /** Whether it was made at the end of its turn, after all requests were started. */
    boolean comesLast() {
      return event.objCode().equals("POSTHORN_DROPS");
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
        StoredEvent stored = event.low() < 0 ? history.event(customer, event) : null;
        if (stored != null) {
          found.add(found(event, stored));
        }
      }
    }
    return found;
  }

  private static OperationalEvent found(EventKey key, StoredEvent stored) {
    List<Message> messages = new ArrayList<>();
    for (StoredEvent.Target target : stored.targets()) {
      MessageId id = new MessageId(key, messages.size());
      messages.add(Message.fresh(id, target.endpoint(), target.subscription(), target.rendering()));
    }
    return new OperationalEvent(key, stored.event(), messages);
  }

  /** The number of audit entries. */
  public int auditEntries() {
    return size(Table.AUDIT);
  }

  /** Whether no lane and no expiry queue holds a message. */
  public boolean queuesAreEmpty() {
    return size(Table.LANE) == 0 && size(Table.EXPIRY) == 0;
  }

  private int size(Table table) {
    int[] count = new int[1];
    disk.scan(
        new byte[] {table.number()},
        new byte[] {(byte) (table.number() + 1)},
        (key, value) -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  /** Whether an endpoint has a record. */
  public boolean has(EndpointId id) {
    return disk.get(ByteWriter.key(Table.ENDPOINT).u64(id.high()).u64(id.low()).toBytes()) != null;
  }

  /** Whether something was written since the last commit. */
  public boolean dirty() {
    return disk.dirty();
  }
}
