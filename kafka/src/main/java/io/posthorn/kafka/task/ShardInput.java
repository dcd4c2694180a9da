package io.posthorn.kafka.task;

import io.posthorn.core.event.Event;
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
 * A record of the topics intake or shards, in a form that can be kept and written again.
 *
 * @param source topic, partition and offset, with the number of the event if it is one of several
 * @param partition its partition
 * @param intake whether it is a record of the intake
 * @param directoryPosition the directory position of an intake record's writer
 * @param broadcast whether the shard forwards it to all others
 */
public record ShardInput(
    String source,
    int partition,
    boolean intake,
    long directoryPosition,
    boolean broadcast,
    byte[] value) {
  private static final int FORMAT = 1;

  static ShardInput of(Record<byte[], byte[]> record, RecordMetadata metadata, String intakeTopic) {
    return new ShardInput(
        metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset(),
        metadata.partition(),
        metadata.topic().equals(intakeTopic),
        position(record.headers()),
        Broadcast.isOn(record.headers()),
        record.value() == null ? new byte[0] : record.value());
  }

  /** A header that cannot be read is no reason to stop: the record cannot be either. */
  private static long position(Headers headers) {
    try {
      return IntakeBatch.position(headers);
    } catch (RuntimeException e) {
      return 0;
    }
  }

  byte[] encode() {
    return new ByteWriter(value.length + 64)
        .u8(FORMAT)
        .word(source)
        .u32(partition)
        .u8(intake ? 1 : 0)
        .u64(directoryPosition)
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
    return new ShardInput(in.word(), in.u32(), in.u8() == 1, in.u64(), in.u8() == 1, in.blob());
  }

  /** The headers with which the record can be written to its topic again. */
  public Headers headers() {
    Headers headers = new RecordHeaders();
    if (intake) {
      IntakeBatch.stamp(headers, directoryPosition);
    }
    if (broadcast) {
      Broadcast.stamp(headers);
    }
    return headers;
  }

  /**
   * The decoded value.
   *
   * @param events the events of an intake record
   * @param command the command of any other record
   */
  record Contents(List<Event> events, @Nullable Command command) {}

  /** Decodes the value; a record that is neither events nor a command throws. */
  Contents contents() {
    return intake
        ? new Contents(IntakeBatch.decode(value), null)
        : new Contents(List.of(), CommandCodec.decode(value));
  }

  /** The same as one record for each event, if it has several and can be decoded. */
  List<ShardInput> parts() {
    try {
      List<byte[]> values = new ArrayList<>();
      if (intake) {
        IntakeBatch.decode(value).forEach(event -> values.add(IntakeBatch.encode(event)));
      } else if (CommandCodec.decode(value) instanceof Command.AcceptEvents accept
          && accept.promised()) {
        for (MatchedEvent event : accept.events()) {
          values.add(CommandCodec.encode(Command.AcceptEvents.promised(List.of(event))));
        }
      }
      return values.size() < 2 ? List.of(this) : numbered(values);
    } catch (RuntimeException | StackOverflowError e) {
      return List.of(this);
    }
  }

  private List<ShardInput> numbered(List<byte[]> values) {
    List<ShardInput> parts = new ArrayList<>();
    for (byte[] one : values) {
      String name = source + "/" + parts.size();
      parts.add(new ShardInput(name, partition, intake, directoryPosition, broadcast, one));
    }
    return parts;
  }

  /** Returns whether it comes from another shard and carries what only this record has. */
  boolean isTransfer() {
    return command() instanceof Command.Transfer;
  }

  /** A description for operators. */
  String describe() {
    try {
      if (intake) {
        return describe(IntakeBatch.decode(value).stream().map(Event::id).toList());
      }
    } catch (RuntimeException | StackOverflowError e) {
      return "undecodable events";
    }
    Command command = command();
    if (command instanceof Command.AcceptEvents accept) {
      return describe(accept.events().stream().map(event -> event.event().id()).toList());
    }
    return command == null
        ? "undecodable command"
        : "command " + Broadcast.forOthers(command).getClass().getSimpleName();
  }

  private static String describe(List<String> ids) {
    return ids.size() == 1 ? "event " + ids.getFirst() : ids.size() + " events";
  }

  private @Nullable Command command() {
    try {
      return intake ? null : CommandCodec.decode(value);
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }
}
