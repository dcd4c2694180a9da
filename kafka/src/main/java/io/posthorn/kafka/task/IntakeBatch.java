package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The format of intake records: some events of one partition. */
public final class IntakeBatch {
  /** The header with the directory position of the writer. */
  private static final String DIRECTORY = "directory";

  private static final int FORMAT = 1;

  private IntakeBatch() {}

  /**
   * The partition of an event. It depends on customer and event id only, which makes posting
   * idempotent.
   */
  public static int partition(String customerId, String eventId, int partitions) {
    CRC32C sum = new CRC32C();
    sum.update((customerId + "\n" + eventId).getBytes(StandardCharsets.UTF_8));
    return (int) (sum.getValue() % partitions);
  }

  public static byte[] encode(List<byte[]> events) {
    int size = 8;
    for (byte[] event : events) {
      size += event.length + 5;
    }
    ByteWriter out = new ByteWriter(size).u8(FORMAT).varint(events.size());
    events.forEach(out::blob);
    return out.toBytes();
  }

  public static byte[] encode(Event event) {
    return encode(List.of(EventCodec.encode(event)));
  }

  static List<Event> decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException("the intake record has an unknown format: update this node");
    }
    long count = in.varint();
    if (count < 0 || count > value.length) { // each event has a byte at least
      throw new IllegalStateException("damaged record: it cannot have %d events".formatted(count));
    }
    List<Event> events = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      events.add(EventCodec.decode(in.blob(), 0));
    }
    return events;
  }

  /** Stamps the writer's directory position: the reader has to reach it before it matches. */
  public static void stamp(Headers headers, long position) {
    headers.add(DIRECTORY, new ByteWriter(8).u64(position).toBytes());
  }

  /** The directory position of the writer. */
  static long position(Headers headers) {
    Header header = headers.lastHeader(DIRECTORY);
    return header == null ? 0 : new ByteReader(header.value()).u64();
  }
}
