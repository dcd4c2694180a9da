package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.sim.world.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a shard's records from outside, by the layout that {@link Table} describes. */
public final class StoreReader {
  private final SimulatedDisk disk;

  public StoreReader(SimulatedDisk disk) {
    this.disk = disk;
  }

  /** A message's record; null while nothing but its acceptance happened to it. */
  public @Nullable Message message(String customerId, MessageId id) {
    ByteWriter key = ByteWriter.key(Table.MESSAGE).word(customerId);
    id.write(key);
    byte[] bytes = disk.get(key.toBytes());
    return bytes == null ? null : Message.decode(id, bytes);
  }

  /** Events that the latest commit stored and nobody posted: the shard's own. */
  public List<FoundEvent> newsOfLatestCommit() {
    List<FoundEvent> found = new ArrayList<>();
    for (byte[] key : disk.latestNewKeys()) {
      if (key[0] == Table.EVENT.number()) {
        EventKey event = EventKey.read(new ByteReader(key, key.length - 16));
        byte[] bytes = disk.get(key);
        // The upper bit of the counter marks the keys of the shard's own making.
        if (bytes != null && event.low() < 0) {
          found.add(decode(event, bytes));
        }
      }
    }
    return found;
  }

  private static FoundEvent decode(EventKey key, byte[] bytes) {
    ByteReader in = new ByteReader(bytes, 2); // behind the format and whether states are there
    int count = (int) in.varint();
    List<Message> messages = new ArrayList<>(count);
    for (int ordinal = 0; ordinal < count; ordinal++) {
      SubscriptionId subscription = new SubscriptionId(in.u64(), in.u64());
      EndpointId endpoint = new EndpointId(in.u64(), in.u64());
      Rendering rendering = Rendering.decode(in.u8());
      messages.add(Message.fresh(new MessageId(key, ordinal), endpoint, subscription, rendering));
    }
    return new FoundEvent(key, EventCodec.decode(bytes, in.position()), messages);
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
