package io.posthorn.app;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Events that go out in one call, as a JSON array of the bytes they came in. */
final class EventBatch {
  /** The server takes up to 1,000 events and 16 MiB; an event has at most 1 MiB. */
  private static final int MOST = 1_000;

  private static final int LARGEST = 15 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int events;

  int size() {
    return events;
  }

  boolean hasRoomFor(byte[] event) {
    return events == 0 || (events < MOST && bytes.size() + event.length < LARGEST);
  }

  void add(byte[] event) {
    bytes.write(events == 0 ? '[' : ',');
    bytes.writeBytes(event);
    events++;
  }

  byte[] toBytes() {
    byte[] open = bytes.toByteArray();
    byte[] closed = Arrays.copyOf(open, open.length + 1);
    closed[open.length] = ']';
    return closed;
  }
}
