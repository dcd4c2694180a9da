package io.posthorn.kafka.task;

import io.posthorn.core.shard.codec.ReplyCodec;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/** A record of the replies topic: a shard's reply to a request. */
public record ReplyRecord(long request, int shard, Reply reply) {
  byte[] key() {
    return new ByteWriter(8).u64(request).toBytes();
  }

  byte[] value() {
    return new ByteWriter(64).varint(shard).blob(ReplyCodec.encode(reply)).toBytes();
  }

  /** The request number of a record. */
  public static long request(byte[] key) {
    return new ByteReader(key).u64();
  }

  public static ReplyRecord decode(byte[] key, byte[] value) {
    ByteReader in = new ByteReader(value);
    return new ReplyRecord(request(key), (int) in.varint(), ReplyCodec.decode(in.blob()));
  }
}
