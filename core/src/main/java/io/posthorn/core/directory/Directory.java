package io.posthorn.core.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read access to customers, API keys and the audit log. Thread-safe. */
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

  /** The key of the delivery pause of a customer; null for that of all customers. */
  public static byte[] pauseKey(@Nullable String customerId) {
    return customerId == null
        ? ByteWriter.key(Table.META).word("delivery-paused").toBytes()
        : ByteWriter.key(Table.CUSTOMER).word(customerId).toBytes();
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
    return keys(new byte[0], Integer.MAX_VALUE);
  }

  /** Keys in the order of their digests, from the first digest that is not below a prefix. */
  public List<ApiKey> keys(byte[] from, int most) {
    List<ApiKey> found = new ArrayList<>();
    store.scan(
        keyKey(from),
        end(Table.API_KEY),
        (key, value) ->
            found.add(ApiKey.decode(Arrays.copyOfRange(key, 1, key.length), value))
                && found.size() < most);
    return found;
  }

  /** The time at which a customer was created; null if the customer does not exist. */
  public @Nullable Long customerSince(String customerId) {
    byte[] value = store.get(customerKey(customerId));
    return value == null ? null : new ByteReader(value).u64();
  }

  /**
   * Customers' ids in their order, after an id that need not exist; those being erased included.
   *
   * @param behind empty for the first ones
   */
  public List<String> customers(String behind, int most) {
    List<String> found = new ArrayList<>();
    store.scan(
        ByteWriter.key(Table.CUSTOMER_RECORD).word(behind).u8(0).toBytes(),
        end(Table.CUSTOMER_RECORD),
        (key, value) -> found.add(new ByteReader(key, 1).word()) && found.size() < most);
    return found;
  }

  /** The newest entries of the audit log. */
  public List<Audited> audit(int most) {
    return audit(0, new AuditPosition(Long.MAX_VALUE, 0), most);
  }

  /**
   * One page of the audit log: the newest entries from a given time on that are before a position.
   */
  public List<Audited> audit(long from, AuditPosition before, int most) {
    List<Audited> found = new ArrayList<>();
    store.scanBack(
        auditKey(from, 0),
        auditKey(before.at(), before.number()),
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

  private static byte[] end(Table table) {
    return new byte[] {(byte) (table.number() + 1)};
  }
}
