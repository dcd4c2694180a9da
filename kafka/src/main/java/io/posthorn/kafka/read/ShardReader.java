package io.posthorn.kafka.read;

import io.posthorn.core.store.ShardView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A view of one shard, local or remote, that reads pages of growing size. */
final class ShardReader implements ShardView {
  private final ReachableShards reachable;
  private final int shard;
  private final Prefetched prefetched = new Prefetched();

  ShardReader(ReachableShards reachable, int shard) {
    this.reachable = reachable;
    this.shard = shard;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Prefetched.Found found = prefetched.get(key);
    return found == null ? reachable.get(shard, key) : found.value();
  }

  @Override
  public void expect(List<byte[]> keys) {
    if (!reachable.isHere(shard)) {
      prefetched.add(reachable.values(shard, prefetched.unknown(keys), prefetched.remaining()));
    }
  }

  @Override
  public void scan(byte[] from, byte[] to, Visitor visitor) {
    walk(new Cursor(reachable, shard, from, to, false), visitor);
  }

  @Override
  public void scanBack(byte[] from, byte[] to, Visitor visitor) {
    walk(new Cursor(reachable, shard, from, to, true), visitor);
  }

  private static void walk(Cursor cursor, Visitor visitor) {
    for (Page.Entry at = cursor.next(); at != null; at = cursor.next()) {
      if (!visitor.visit(at.key(), at.value())) {
        return;
      }
    }
  }
}
