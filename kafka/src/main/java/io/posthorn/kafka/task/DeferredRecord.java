package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/**
 * A record of the ingest topic that is written to it again, because this node cannot decide about
 * it yet.
 */
final class DeferredRecord {
  /** After this time a record is not written again: the directory cannot be read. */
  static final Duration LONGEST = Duration.ofSeconds(30);

  private static final String HEADER = "posthorn-deferred";

  private DeferredRecord() {}

  /** The time at which a record was first read, if it was deferred. */
  static OptionalLong since(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    if (header == null || header.value() == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(new String(header.value(), US_ASCII)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // not one of this node
    }
  }

  /** Returns whether a record can be written again. */
  static boolean fits(Record<byte[], byte[]> record) {
    return Rejection.isWhole(record);
  }

  static Record<byte[], byte[]> of(Record<byte[], byte[]> record, long since) {
    Headers headers = new RecordHeaders(record.headers().toArray());
    headers.remove(HEADER);
    headers.add(HEADER, String.valueOf(since).getBytes(US_ASCII));
    return record.withHeaders(headers);
  }
}
