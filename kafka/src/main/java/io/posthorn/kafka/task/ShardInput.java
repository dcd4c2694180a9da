package io.posthorn.kafka.task;

import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record of the topic shards or of the ingest topic, in a form that can be kept and written
 * again.
 *
 * @param timestamp when the broker appended it
 * @param event the number of its event within the record, if it is one of several; else {@link
 *     #WHOLE}
 * @param broadcast whether the shard forwards it to all others
 */
public record ShardInput(
    String topic,
    int partition,
    long offset,
    long timestamp,
    int event,
    boolean broadcast,
    byte[] value) {
  static final int WHOLE = -1;

  private static final int FORMAT = 2;

  /** The record, or the records that it groups. */
  static List<ShardInput> of(Record<byte[], byte[]> record, RecordMetadata metadata) {
    if (RecordGroups.isGroup(record.headers())) {
      return RecordGroups.inputs(record.value(), metadata);
    }
    return List.of(
        new ShardInput(
            metadata.topic(),
            metadata.partition(),
            metadata.offset(),
            record.timestamp(),
            WHOLE,
            Broadcast.isOn(record.headers()),
            record.value() == null ? new byte[0] : record.value()));
  }

  /** A record of the ingest topic. */
  static ShardInput ofIngest(Record<byte[], byte[]> record, RecordMetadata metadata) {
    return new ShardInput(
        metadata.topic(),
        metadata.partition(),
        metadata.offset(),
        record.timestamp(),
        WHOLE,
        false,
        record.value() == null ? new byte[0] : record.value());
  }

  /**
   * Its name: topic, partition and offset, with the number of the event if it is one of several.
   */
  String source() {
    return topic + "-" + partition + "@" + offset + (event == WHOLE ? "" : "/" + event);
  }

  /** The number of its first event within the record. */
  int firstEvent() {
    return Math.max(0, event);
  }

  byte[] encode() {
    return new ByteWriter(value.length + 64)
        .u8(FORMAT)
        .word(topic)
        .u32(partition)
        .u64(offset)
        .u64(timestamp)
        .u32(event)
        .u8(broadcast ? 1 : 0)
        .blob(value)
        .toBytes();
  }

  /** Reads a record that was parked or held. */
  public static ShardInput decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException("the record has an unknown format: update this node");
    }
    return new ShardInput(
        in.word(), in.u32(), in.u64(), in.u64(), in.u32(), in.u8() == 1, in.blob());
  }

  /** The headers with which the record can be written to its topic again. */
  public Headers headers() {
    Headers headers = new RecordHeaders();
    if (broadcast) {
      Broadcast.stamp(headers);
    }
    return headers;
  }

  /** A record with its command. */
  record Decoded(ShardInput input, Command command) {}

  /** Decodes the value; a record that is no command throws. */
  Command command() {
    return CommandCodec.decode(value);
  }

  /** The same as one record for each event, if it has several and can be decoded. */
  List<ShardInput> parts() {
    if (!(commandOrNull() instanceof Command.AcceptEvents accept) || accept.events().size() < 2) {
      return List.of(this);
    }
    List<ShardInput> parts = new ArrayList<>();
    for (MatchedEvent one : accept.events()) {
      byte[] encoded = CommandCodec.encode(Command.AcceptEvents.promised(List.of(one)));
      parts.add(
          new ShardInput(topic, partition, offset, timestamp, parts.size(), broadcast, encoded));
    }
    return parts;
  }

  /** Returns whether it comes from another shard and carries what only this record has. */
  boolean isTransfer() {
    return commandOrNull() instanceof Command.Transfer;
  }

  /** A description for operators. */
  String describe() {
    Command command = commandOrNull();
    if (command instanceof Command.AcceptEvents accept) {
      List<MatchedEvent> events = accept.events();
      return events.size() == 1
          ? "event " + events.getFirst().event().id()
          : events.size() + " events";
    }
    return command == null
        ? "undecodable command"
        : "command " + Broadcast.forOthers(command).getClass().getSimpleName();
  }

  private @Nullable Command commandOrNull() {
    try {
      return command();
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}
