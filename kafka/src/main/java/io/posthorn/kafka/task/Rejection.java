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
 * The rejected copy of an invalid ingest record: the whole record and the reason.
 *
 * <p>Brokers check the compressed size of a record and producers the uncompressed one, so a record
 * that came in may be too large to go out. Such a record is truncated; its source headers say where
 * the original is.
 */
final class Rejection {
  /** Larger values are truncated: a record takes 4 MiB, with the reason and the headers. */
  private static final int WHOLE_BYTES = 3 << 20;

  /** The length of a truncated key or value. */
  private static final int CUT_BYTES = 1 << 20;

  /** Bounds the reason: each error may quote a key of any length. */
  private static final int REASON_CHARACTERS = 8 << 10;

  /** Upper bound of the two length fields of a header. */
  private static final int HEADER_BYTES = 10;

  private Rejection() {}

  /**
   * Builds the rejected record.
   *
   * @param code for machines: one of the API's error codes
   */
  static Record<byte[], byte[]> of(
      Record<byte[], byte[]> record,
      String code,
      List<FieldError> errors,
      @Nullable RecordMetadata metadata,
      long now) {
    boolean whole = isWhole(record);
    Headers headers = whole ? new RecordHeaders(record.headers().toArray()) : new RecordHeaders();
    headers.add("posthorn-code", code.getBytes(UTF_8));
    headers.add("posthorn-reason", reason(errors).getBytes(UTF_8));
    if (metadata != null) {
      headers.add("posthorn-source", source(metadata).getBytes(UTF_8));
    }
    if (whole) {
      return new Record<>(record.key(), record.value(), now, headers);
    }
    headers.add("posthorn-length", String.valueOf(length(record.value())).getBytes(UTF_8));
    return new Record<>(cut(record.key()), cut(record.value()), now, headers);
  }

  /** Returns whether a record is small enough to be written again as it is. */
  static boolean isWhole(Record<byte[], byte[]> record) {
    return size(record) <= WHOLE_BYTES;
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

  private static String source(RecordMetadata metadata) {
    return "%s-%d@%d".formatted(metadata.topic(), metadata.partition(), metadata.offset());
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
