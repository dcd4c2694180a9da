package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The writer of the parked topic, in the transaction of its task. It writes records that a shard or
 * the ingest processor cannot process, under the name of their source, and paused shards, under
 * their own name.
 */
public final class ParkedWriter {
  private static final String REASON = "posthorn-reason";
  private static final String WHAT = "posthorn-what";

  /** A stack overflow, for example, has a long text. */
  private static final int REASON_CHARACTERS = 1_000;

  private static final String SHARD = "shard-";

  /** Exact, because the name of a record begins with the topic prefix, which may be anything. */
  private static final Pattern SHARD_NAME = Pattern.compile(SHARD + "(\\d{1,4})");

  private final ProcessorContext<byte[], byte[]> context;
  private final String sink;
  private final int shard;

  ParkedWriter(ProcessorContext<byte[], byte[]> context, String sink, int shard) {
    this.context = context;
    this.sink = sink;
    this.shard = shard;
  }

  void park(ShardInput input, String reason) {
    park(input, input.describe(), reason);
  }

  void park(ShardInput input, String what, String reason) {
    write(input.source(), input.encode(), what, reason);
  }

  void paused(String reason) {
    write(SHARD + shard, new byte[0], "the shard is paused", reason);
  }

  void resumed() {
    write(SHARD + shard, null, "the shard runs", "");
  }

  @SuppressWarnings("NullAway") // null removes the entry; Kafka's API is not annotated
  private void write(String name, byte @Nullable [] value, String what, String reason) {
    Headers headers = new RecordHeaders();
    headers.add(WHAT, what.getBytes(UTF_8));
    headers.add(REASON, reason.getBytes(UTF_8));
    context.forward(
        new Record<>(name.getBytes(UTF_8), value, context.currentSystemTimeMs(), headers), sink);
  }

  static String reason(Throwable error) {
    String text = error.toString();
    return text.length() > REASON_CHARACTERS ? text.substring(0, REASON_CHARACTERS) : text;
  }

  /** The number of the shard that an entry names, or -1 if it is a record. */
  public static int shardOf(String name) {
    Matcher matcher = SHARD_NAME.matcher(name);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  public static String what(Headers headers) {
    return text(headers.lastHeader(WHAT));
  }

  public static String reason(Headers headers) {
    return text(headers.lastHeader(REASON));
  }

  private static String text(@Nullable Header header) {
    return header == null ? "" : new String(header.value(), UTF_8);
  }
}
