package io.posthorn.core.shard;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A shard's store that copies the shard's subscriptions to a directory, which all shards share and
 * which events are matched against.
 */
record DirectoryCopyFixture(
    ShardStore store,
    SubscriptionIndex directory,
    Predicate<Subscription> own,
    Consumer<Subscription> witness)
    implements ShardStore {

  @Override
  public byte @Nullable [] get(byte[] key) {
    return store.get(key);
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    store.scan(from, to, visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    store.scanBack(from, to, visitor);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(key, value);
    if (key[0] == Table.SUBSCRIPTION.number()) {
      Subscription subscription = SubscriptionCodec.decode(value);
      if (own.test(subscription)) {
        directory.put(subscription);
        witness.accept(subscription);
      }
    }
  }

  @Override
  public void delete(byte[] key) {
    store.delete(key);
    if (key[0] == Table.SUBSCRIPTION.number()) {
      ByteReader id = new ByteReader(key, 1);
      directory.remove(new SubscriptionId(id.u64(), id.u64()));
    }
  }
}
