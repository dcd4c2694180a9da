package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * The writer of the effects of a shard's turns to the topics, in the transaction of its task. They
 * are collected until the turn has succeeded.
 */
final class EffectWriter {
  private final ProcessorContext<byte[], byte[]> context;
  private final TaskContext host;
  private final int shard;
  private final List<Collected> collected = new ArrayList<>();
  private boolean callerWaits;

  /** A record and its sink. */
  private record Collected(Record<byte[], byte[]> record, String sink) {}

  EffectWriter(ProcessorContext<byte[], byte[]> context, TaskContext host, int shard) {
    this.context = context;
    this.host = host;
    this.shard = shard;
  }

  void send(int target, Command command) {
    send(Sinks.SHARDS, Sinks.partitionKey(target), CommandCodec.encode(command));
  }

  /** Publishes an operational event to the shards of its subscriptions. */
  void publish(Effect.Publish effect) {
    host.router()
        .route(List.of(effect.event()), effect.formats())
        .forEach(routed -> send(routed.shard(), routed.command()));
  }

  /** Writes a reply and requests a commit, because a caller waits. */
  void reply(Effect.SendReply reply) {
    ReplyRecord record = new ReplyRecord(reply.request(), shard, reply.reply());
    send(Sinks.REPLIES, record.key(), record.value());
    callerWaits = true;
  }

  @SuppressWarnings("NullAway") // null for a removed key; Kafka's API is not annotated
  void directoryChange(DirectoryChangeCollector.Entry entry) {
    send(Sinks.DIRECTORY, entry.key(), entry.value());
  }

  void record(MessageId message, byte[] json) {
    send(Sinks.ATTEMPTS, message.toString().getBytes(UTF_8), json);
  }

  private void send(String sink, byte[] key, byte[] value) {
    collected.add(new Collected(new Record<>(key, value, now()), sink));
  }

  /** Writes what was collected. */
  void flush() {
    collected.forEach(one -> context.forward(one.record(), one.sink()));
    if (callerWaits) {
      context.commit();
    }
    discard();
  }

  /** Forgets what was collected. */
  void discard() {
    collected.clear();
    callerWaits = false;
  }

  private long now() {
    return context.currentSystemTimeMs();
  }
}
