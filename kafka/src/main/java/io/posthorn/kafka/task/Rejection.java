package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.input.FieldError;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a record of the door that is no event: all of it and why it is none.
 *
 * <p>Brokers weigh a record as it was compressed, and a producer as it is. So one may have come in
 * that does not go out again: it is cut, and its source says where the whole of it lies.
 */
final class Rejection {
  /** What is larger is cut: a record has 4 MiB, and the reason and the rest go with it. */
  private static final int WHOLE_BYTES = 3 << 20;

  /** Of a key and of a value. */
  private static final int CUT_BYTES = 1 << 20;

  /** The first errors say enough, and each may quote a key as long as the sender likes. */
  private static final int REASON_CHARACTERS = 8 << 10;

  /** What the lengths of a header's key and value take at most. */
  private static final int HEADER_BYTES = 10;

  private Rejection() {}

  /** The record that tells it. */
  static Record<byte[], byte[]> of(
      Record<byte[], byte[]> record,
      List<FieldError> errors,
      @Nullable RecordMetadata place,
      long now) {
    boolean whole = size(record) <= WHOLE_BYTES;
    Headers headers = whole ? new RecordHeaders(record.headers().toArray()) : new RecordHeaders();
    headers.add("posthorn-reason", reason(errors).getBytes(UTF_8));
    if (place != null) {
      headers.add("posthorn-source", source(place).getBytes(UTF_8));
    }
    if (whole) {
      return new Record<>(record.key(), record.value(), now, headers);
    }
    headers.add("posthorn-length", String.valueOf(length(record.value())).getBytes(UTF_8));
    return new Record<>(cut(record.key()), cut(record.value()), now, headers);
  }

  private static long size(Record<byte[], byte[]> record) {
    long size = (long) length(record.key()) + length(record.value());
    for (Header header : record.headers()) {
      size += HEADER_BYTES + Utils.utf8Length(header.key()) + length(header.value());
    }
    return size;
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static byte @Nullable [] cut(byte @Nullable [] bytes) {
    return length(bytes) <= CUT_BYTES ? bytes : Arrays.copyOf(bytes, CUT_BYTES);
  }

  private static String source(RecordMetadata place) {
    return "%s-%d@%d".formatted(place.topic(), place.partition(), place.offset());
  }

  private static String reason(List<FieldError> errors) {
    StringBuilder reason = new StringBuilder();
    for (FieldError error : errors) {
      reason.append(reason.isEmpty() ? "" : " ");
      reason.append(error.pointer().isEmpty() ? "" : error.pointer() + ": ");
      reason.append(error.detail());
      if (reason.length() > REASON_CHARACTERS) {
        return reason.substring(0, REASON_CHARACTERS) + "...";
      }
    }
    return reason.toString();
  }
}
