package io.posthorn.kafka.task;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The grouping of records of the topic shards: adjacent records of one poll become a single record
 * for Kafka Streams, which the shard processes in one turn. This saves turns, because most calls
 * post one event.
 *
 * <p>A group has the offset of its first record: while it waits to be processed, Streams commits
 * the offset of the first record that waits, and the next owner reads from there. All records keep
 * their offset and time in the group, so nothing depends on which records were polled together.
 */
public final class RecordGroups {
  private static final String HEADER = "posthorn-group";

  /** So that turns stay short. */
  static final int MOST_RECORDS = 100;

  private static final int MOST_BYTES = 256 << 10;

  private RecordGroups() {}

  /** Groups the records of a topic; those of others are left as they are. */
  public static ConsumerRecords<byte[], byte[]> group(
      ConsumerRecords<byte[], byte[]> polled, String topic) {
    if (polled.count() < 2) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> grouped = new HashMap<>();
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
      boolean ours = partition.topic().equals(topic) && records.size() > 1;
      grouped.put(partition, ours ? group(records) : records);
    }
    return new ConsumerRecords<>(grouped, polled.nextOffsets());
  }

  private static List<ConsumerRecord<byte[], byte[]>> group(
      List<ConsumerRecord<byte[], byte[]>> records) {
    List<ConsumerRecord<byte[], byte[]>> groups = new ArrayList<>();
    List<ConsumerRecord<byte[], byte[]>> open = new ArrayList<>();
    int bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      boolean alone = record.value() == null || PauseControl.of(record.headers()) != null;
      if (alone || open.size() == MOST_RECORDS || bytes > MOST_BYTES) {
        close(open, groups);
        bytes = 0;
      }
      if (alone) {
        groups.add(record);
      } else {
        open.add(record);
        bytes += record.value().length;
      }
    }
    close(open, groups);
    return groups;
  }

  private static void close(
      List<ConsumerRecord<byte[], byte[]>> open, List<ConsumerRecord<byte[], byte[]>> groups) {
    if (open.size() == 1) {
      groups.addAll(open);
    } else if (!open.isEmpty()) {
      groups.add(one(open));
    }
    open.clear();
  }

  private static ConsumerRecord<byte[], byte[]> one(List<ConsumerRecord<byte[], byte[]>> records) {
    int size = 8;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      size += record.value().length + 24;
    }
    ByteWriter out = new ByteWriter(size).varint(records.size());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      out.u64(record.offset())
          .u64(record.timestamp())
          .flag(Broadcast.isOn(record.headers()))
          .blob(record.value());
    }
    byte[] value = out.toBytes();
    ConsumerRecord<byte[], byte[]> first = records.getFirst();
    ConsumerRecord<byte[], byte[]> last = records.getLast();
    return new ConsumerRecord<>(
        last.topic(),
        last.partition(),
        first.offset(),
        last.timestamp(),
        last.timestampType(),
        last.serializedKeySize(),
        value.length,
        last.key(),
        value,
        new RecordHeaders().add(HEADER, new byte[0]),
        first.leaderEpoch());
  }

  static boolean isGroup(Headers headers) {
    return headers.lastHeader(HEADER) != null;
  }

  /** The records of a group. */
  static List<ShardInput> inputs(byte[] group, RecordMetadata metadata) {
    ByteReader in = new ByteReader(group);
    int count = (int) in.varint();
    List<ShardInput> inputs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      inputs.add(
          new ShardInput(
              metadata.topic(),
              metadata.partition(),
              in.u64(),
              in.u64(),
              ShardInput.WHOLE,
              in.flag(),
              in.blob()));
    }
    return inputs;
  }
}
