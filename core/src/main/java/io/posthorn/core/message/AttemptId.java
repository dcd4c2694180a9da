package io.posthorn.core.message;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;

/** The id of an attempt: its message, and its number in the life of that message. */
public record AttemptId(MessageId message, int number) {
  public void write(ByteWriter out) {
    message.write(out);
    out.varint(number);
  }

  public static AttemptId read(ByteReader in) {
    return new AttemptId(MessageId.read(in), (int) in.varint());
  }
}
