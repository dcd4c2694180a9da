package io.posthorn.core.message;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.store.Base32;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message's one id for life, sent as {@code webhook-id}: its event, and which of the event's
 * messages it is.
 */
public record MessageId(EventKey event, int ordinal) implements Comparable<MessageId> {
  private static final String PREFIX = "msg_";

  public static MessageId read(ByteReader in) {
    return new MessageId(EventKey.read(in), in.u32());
  }

  public void write(ByteWriter out) {
    event.write(out);
    out.u32(ordinal);
  }

  /** The id in a text, if the text is an id in its canonical spelling. */
  public static Optional<MessageId> parse(String text) {
    int split = PREFIX.length() + Base32.LENGTH_128;
    // The ordinal is 1 to 7 digits behind the key; an int has no more.
    if (text.length() <= split || text.length() > split + 7) {
      return Optional.empty();
    }
    return Base32.parse128(PREFIX, text.substring(0, split), EventKey::new)
        .flatMap(key -> Base32.parseInt(text.substring(split)).map(n -> new MessageId(key, n)))
        .filter(id -> id.toString().equals(text));
  }

  @Override
  public int compareTo(MessageId that) {
    int byEvent = event.compareTo(that.event);
    return byEvent != 0 ? byEvent : Integer.compare(ordinal, that.ordinal);
  }

  /** Hand-written because it runs for every message and the generated one is slower. */
  @Override
  public boolean equals(@Nullable Object that) {
    return that instanceof MessageId other && ordinal == other.ordinal && event.equals(other.event);
  }

  @Override
  public int hashCode() {
    return 31 * event.hashCode() + ordinal;
  }

  @Override
  public String toString() {
    return PREFIX + event + Base32.encodeInt(ordinal);
  }
}
