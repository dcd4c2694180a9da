package io.posthorn.core.shard.protocol;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The shards that owned a subscription before its owner. They may know ids of events that the
 * subscription has had.
 *
 * @param moves how often the subscription has moved from shard to shard
 */
public record FormerOwners(int moves, List<Owner> owners) {
  public static final FormerOwners NONE = new FormerOwners(0, List.of());

  /** A shard, and when the subscription left it for the last time. */
  public record Owner(int shard, long leftAt) {}

  /** The former owners after the subscription has left a shard for another one. */
  public FormerOwners afterMove(int from, int to, long now) {
    List<Owner> after = new ArrayList<>();
    for (Owner owner : owners) {
      if (owner.shard() != from && owner.shard() != to) {
        after.add(owner);
      }
    }
    after.add(new Owner(from, now));
    return new FormerOwners(moves + 1, after);
  }

  /** The shards that the subscription left after a time. */
  public List<Integer> leftSince(long time) {
    return owners.stream().filter(owner -> owner.leftAt() > time).map(Owner::shard).toList();
  }

  public ByteWriter write(ByteWriter out) {
    out.varint(moves).varint(owners.size());
    owners.forEach(owner -> out.varint(owner.shard()).u64(owner.leftAt()));
    return out;
  }

  public static FormerOwners read(ByteReader in) {
    int moves = (int) in.varint();
    int count = (int) in.varint();
    List<Owner> owners = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      owners.add(new Owner((int) in.varint(), in.u64()));
    }
    return new FormerOwners(moves, owners);
  }
}
