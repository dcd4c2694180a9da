package io.posthorn.core.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reading side of customers, API keys and the audit log. Safe for any thread. */
public final class Directory {
  private final ShardView store;

  public Directory(ShardView store) {
    this.store = store;
  }

  public static byte[] keyKey(byte[] digest) {
    return ByteWriter.key(Table.API_KEY).raw(digest).toBytes();
  }

  public static byte[] customerKey(String customerId) {
    return ByteWriter.key(Table.CUSTOMER_RECORD).word(customerId).toBytes();
  }

  public static byte[] auditKey(long at, int number) {
    return ByteWriter.key(Table.AUDIT).u64(at).u32(number).toBytes();
  }

  /** The key with a digest, valid or not; null where there is none. */
  public @Nullable ApiKey key(byte[] digest) {
    byte[] value = store.get(keyKey(digest));
    return value == null ? null : ApiKey.decode(digest, value);
  }

  public List<ApiKey> keys() {
    List<ApiKey> found = new ArrayList<>();
    scan(
        Table.API_KEY,
        (key, value) -> found.add(ApiKey.decode(Arrays.copyOfRange(key, 1, key.length), value)));
    return found;
  }

  /** When a customer was created; null if there is no such customer. */
  public @Nullable Long customerSince(String customerId) {
    byte[] value = store.get(customerKey(customerId));
    return value == null ? null : new ByteReader(value).u64();
  }

  /** All customers' ids, in their order. */
  public List<String> customers() {
    List<String> found = new ArrayList<>();
    scan(Table.CUSTOMER_RECORD, (key, value) -> found.add(new ByteReader(key, 1).word()));
    return found;
  }

  /** One page of the audit log, newest first. */
  public List<Audited> audit(@Nullable AuditPosition before, int most) {
    List<Audited> found = new ArrayList<>();
    byte[] from = ByteWriter.key(Table.AUDIT).toBytes();
    byte[] to = before == null ? end(Table.AUDIT) : auditKey(before.at(), before.number());
    store.scanBack(
        from,
        to,
        (key, value) -> {
          ByteReader in = new ByteReader(key, 1);
          AuditPosition position = new AuditPosition(in.u64(), in.u32());
          found.add(new Audited(position, AuditEntry.decode(value)));
          return found.size() < most;
        });
    return found;
  }

  /** An entry and its position. */
  public record Audited(AuditPosition position, AuditEntry entry) {}

  /** The position of an entry in the audit log. */
  public record AuditPosition(long at, int number) {}

  private void scan(Table table, ShardView.Visitor visitor) {
    store.scan(ByteWriter.key(table).toBytes(), end(table), visitor);
  }

  private static byte[] end(Table table) {
    return new byte[] {(byte) (table.number() + 1)};
  }
}
