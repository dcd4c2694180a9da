package io.posthorn.core.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.json.JsonSlice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of an event.
 *
 * <p>A version, flags for the optional fields, the eventTime, the texts, and last the states as
 * they arrived. Lengths and numbers are varints. Decoding copies the texts but not the states: they
 * are slices of the array that was read.
 *
 * <p>The payload of an event may be removed while its record is kept: {@link #encodeWithoutStates}
 * writes that form, {@link #hasLostStates} detects it, and the states are null.
 */
public final class EventCodec {
  private static final int VERSION = 1;
  private static final byte[] NOTHING = {};

  private static final int OBJ_ID = 1;
  private static final int USER_ID = 1 << 1;
  private static final int TRACEPARENT = 1 << 2;
  private static final int NEW_STATE = 1 << 3;
  private static final int OLD_STATE = 1 << 4;
  private static final int STATES_REMOVED = 1 << 5;
  private static final int KNOWN_FLAGS = (1 << 6) - 1;

  private EventCodec() {}

  /** The event with its states. */
  public static byte[] encode(Event event) {
    return encode(NOTHING, event);
  }

  /** Some bytes and then the event with its states, in one array: states may be large. */
  public static byte[] encode(byte[] before, Event event) {
    return encode(before, event, event.newState(), event.oldState(), 0);
  }

  /** Some bytes and then the event without its states, and a mark that they were removed. */
  public static byte[] encodeWithoutStates(byte[] before, Event event) {
    return encode(before, event, null, null, STATES_REMOVED);
  }

  /** Returns whether the event at this offset was encoded without its states. */
  public static boolean hasLostStates(byte[] bytes, int offset) {
    return (readFlags(new EventBytes.Reader(bytes, offset)) & STATES_REMOVED) != 0;
  }

  /** The event at this offset; its states are slices of this array. */
  public static Event decode(byte[] bytes, int offset) {
    EventBytes.Reader in = new EventBytes.Reader(bytes, offset);
    int flags = readFlags(in);
    Instant eventTime = Instant.ofEpochSecond(unfold(in.varint()), in.varint());
    String customerId = in.text();
    String id = in.text();
    String objCode = in.text();
    String eventType = in.text();
    String objId = (flags & OBJ_ID) == 0 ? null : in.text();
    String userId = (flags & USER_ID) == 0 ? null : in.text();
    String traceparent = (flags & TRACEPARENT) == 0 ? null : in.text();
    JsonSlice newState = (flags & NEW_STATE) == 0 ? null : in.slice();
    JsonSlice oldState = (flags & OLD_STATE) == 0 ? null : in.slice();
    return new Event(
        customerId,
        id,
        objCode,
        eventType,
        objId,
        eventTime,
        userId,
        newState,
        oldState,
        traceparent);
  }

  /**
   * The same event with states that are slices of its encoded form, which ends with them. Cheaper
   * than to decode it, and it does not keep the array in which the states arrived.
   */
  public static Event withStatesIn(byte[] encoded, Event event) {
    JsonSlice oldState = endingAt(encoded.length, encoded, event.oldState());
    JsonSlice newState =
        endingAt(encoded.length - size(event.oldState()), encoded, event.newState());
    return new Event(
        event.customerId(),
        event.id(),
        event.objCode(),
        event.eventType(),
        event.objId(),
        event.eventTime(),
        event.userId(),
        newState,
        oldState,
        event.traceparent());
  }

  private static @Nullable JsonSlice endingAt(int end, byte[] encoded, @Nullable JsonSlice state) {
    return state == null ? null : new JsonSlice(encoded, end - state.length(), end);
  }

  private static int readFlags(EventBytes.Reader in) {
    int version = in.oneByte();
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "an event is stored in format " + version + ", which is newer than this program");
    }
    int flags = in.oneByte();
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new IllegalArgumentException("a stored event has unknown flags " + flags);
    }
    return flags;
  }

  private static byte[] encode(
      byte[] before,
      Event event,
      @Nullable JsonSlice newState,
      @Nullable JsonSlice oldState,
      int mark) {
    byte[][] texts = {
      event.customerId().getBytes(UTF_8),
      event.id().getBytes(UTF_8),
      event.objCode().getBytes(UTF_8),
      event.eventType().getBytes(UTF_8),
      bytes(event.objId()),
      bytes(event.userId()),
      bytes(event.traceparent())
    };
    Instant time = event.eventTime();
    long second = fold(time.getEpochSecond());
    int nano = time.getNano();
    int size = before.length + 2 + EventBytes.varintSize(second) + EventBytes.varintSize(nano);
    for (byte @Nullable [] text : texts) {
      size += text == null ? 0 : EventBytes.sizeWithLength(text.length);
    }
    size += size(newState) + size(oldState);

    EventBytes.Writer out = new EventBytes.Writer(size);
    out.bytes(before);
    out.oneByte(VERSION);
    out.oneByte(mark | flags(event, newState, oldState));
    out.varint(second);
    out.varint(nano);
    for (byte @Nullable [] text : texts) {
      if (text != null) {
        out.withLength(text, 0, text.length);
      }
    }
    write(out, newState);
    write(out, oldState);
    return out.toBytes();
  }

  private static int flags(
      Event event, @Nullable JsonSlice newState, @Nullable JsonSlice oldState) {
    return (event.objId() == null ? 0 : OBJ_ID)
        | (event.userId() == null ? 0 : USER_ID)
        | (event.traceparent() == null ? 0 : TRACEPARENT)
        | (newState == null ? 0 : NEW_STATE)
        | (oldState == null ? 0 : OLD_STATE);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  private static int size(@Nullable JsonSlice state) {
    return state == null ? 0 : EventBytes.sizeWithLength(state.length());
  }

  private static void write(EventBytes.Writer out, @Nullable JsonSlice state) {
    if (state != null) {
      out.withLength(state.bytes(), state.start(), state.end());
    }
  }

  /** Zigzag encoding: numbers near zero, of either sign, become small positive ones. */
  private static long fold(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private static long unfold(long folded) {
    return (folded >>> 1) ^ -(folded & 1);
  }
}
