package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
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

/** Reads a shard's records from outside, as the API does. */
public final class StoreReader {
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

  /** Events that the latest commit stored and nobody posted: the shard's own. */
  public List<FoundEvent> newsOfLatestCommit() {
    List<FoundEvent> found = new ArrayList<>();
    for (byte[] key : disk.latestNewKeys()) {
      if (key[0] == Table.EVENT.number()) {
        ByteReader in = new ByteReader(key, 1);
        String customer = in.word();
        EventKey event = EventKey.read(in);
        // The upper bit of the counter marks the keys of the shard's own making.
        StoredEvent stored = event.low() < 0 ? history.event(customer, event) : null;
        if (stored != null) {
          found.add(found(event, stored));
        }
      }
    }
    return found;
  }

  private static FoundEvent found(EventKey key, StoredEvent stored) {
    List<Message> messages = new ArrayList<>();
    for (StoredEvent.Target target : stored.targets()) {
      MessageId id = new MessageId(key, messages.size());
      messages.add(Message.fresh(id, target.endpoint(), target.subscription(), target.rendering()));
    }
    return new FoundEvent(key, stored.event(), messages);
  }

  /** How many entries a table has. */
  public int size(Table table) {
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
