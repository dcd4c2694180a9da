package io.posthorn.core.message;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The record of a message that ended with an attempt: the message, followed by that attempt. Most
 * messages are delivered at their first attempt, so one write records everything.
 */
public final class EndedMessage {
  private static final int MESSAGE = 112;

  private EndedMessage() {}

  public static byte[] encode(Message message, Attempt last) {
    ByteWriter out = new ByteWriter(MESSAGE + last.size());
    message.write(out);
    last.write(out);
    return out.toBytes();
  }

  /** The attempt in a message's record; null where it holds none. */
  public static @Nullable Attempt attemptIn(MessageId id, byte[] value) {
    ByteReader in = new ByteReader(value);
    Message.read(id, in);
    return in.atEnd() ? null : Attempt.read(in);
  }
}
