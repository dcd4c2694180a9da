package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a shard's records from outside, as the API's history does. */
public final class StoreReader {
  private final ShardView view;

  public StoreReader(ShardView view) {
    this.view = view;
  }

  /** A message's record; null while nothing but its acceptance happened to it. */
  public @Nullable Message message(String customerId, MessageId id) {
    ByteWriter key = ByteWriter.key(Table.MESSAGE).word(customerId);
    id.write(key);
    byte[] bytes = view.get(key.toBytes());
    return bytes == null ? null : Message.decode(id, bytes);
  }

  /** How many entries a table has. */
  public int size(Table table) {
    int[] count = new int[1];
    scan(
        table,
        (key, value) -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  /** A number that changes with any endpoint's record. */
  public int endpointsDigest() {
    List<Integer> parts = new ArrayList<>();
    scan(
        Table.ENDPOINT,
        (key, value) -> parts.add(31 * Arrays.hashCode(key) + Arrays.hashCode(value)));
    return parts.hashCode();
  }

  /** Whether an endpoint has a record. */
  public boolean has(EndpointId id) {
    return view.get(ByteWriter.key(Table.ENDPOINT).u64(id.high()).u64(id.low()).toBytes()) != null;
  }

  private void scan(Table table, ShardView.Visitor visitor) {
    view.scan(new byte[] {table.number()}, new byte[] {(byte) (table.number() + 1)}, visitor);
  }
}
