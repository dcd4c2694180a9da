package io.posthorn.core.message;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The ordering key of a message, within its endpoint: a digest of its object's code and id. */
public record OrderingKey(long high, long low) {
  public static OrderingKey of(String objCode, String objId) {
    try {
      // A code holds no line feed, so no two pairs give the same text.
      byte[] text = (objCode + "\n" + objId).getBytes(StandardCharsets.UTF_8);
      ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
      return new OrderingKey(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  public static OrderingKey read(ByteReader in) {
    return new OrderingKey(in.u64(), in.u64());
  }

  public void write(ByteWriter out) {
    out.u64(high).u64(low);
  }
}
