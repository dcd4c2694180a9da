package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.Test;

final class RecordGroupsTest {
  private static final String TOPIC = "posthorn.shards";
  private static final TopicPartition SHARD = new TopicPartition(TOPIC, 3);

  private static ConsumerRecord<byte[], byte[]> record(String topic, long offset, int size) {
    return new ConsumerRecord<>(
        topic,
        3,
        offset,
        1_000 + offset,
        TimestampType.LOG_APPEND_TIME,
        0,
        size,
        new byte[4],
        new byte[size],
        new RecordHeaders(),
        Optional.of(1));
  }

  private static List<ConsumerRecord<byte[], byte[]>> group(
      List<ConsumerRecord<byte[], byte[]>> records) {
    ConsumerRecords<byte[], byte[]> grouped =
        RecordGroups.group(
            new ConsumerRecords<>(Map.of(SHARD, records), Map.of(SHARD, new OffsetAndMetadata(77))),
            TOPIC);
    assertThat(grouped.nextOffsets()).containsEntry(SHARD, new OffsetAndMetadata(77));
    return grouped.records(SHARD);
  }

  private static List<ShardInput> inputs(ConsumerRecord<byte[], byte[]> group) {
    return RecordGroups.inputs(
        group.value(),
        new RecordMetadata() {
          @Override
          public String topic() {
            return group.topic();
          }

          @Override
          public int partition() {
            return group.partition();
          }

          @Override
          public long offset() {
            return group.offset();
          }
        });
  }

  @Test
  void a_group_that_waits_is_read_again_from_its_first_record_and_all_keep_position_and_time() {
    ConsumerRecord<byte[], byte[]> forAll = record(TOPIC, 9, 30);
    Broadcast.stamp(forAll.headers());
    List<ConsumerRecord<byte[], byte[]>> groups =
        group(List.of(record(TOPIC, 5, 10), record(TOPIC, 7, 20), forAll));

    assertThat(groups).hasSize(1);
    // Streams commits the offset of the first record that waits: the others must not be skipped.
    assertThat(groups.getFirst().offset()).isEqualTo(5);
    assertThat(RecordGroups.isGroup(groups.getFirst().headers())).isTrue();
    assertThat(inputs(groups.getFirst()))
        .extracting(
            ShardInput::source,
            ShardInput::timestamp,
            ShardInput::broadcast,
            input -> input.value().length)
        .containsExactly(
            tuple(TOPIC + "-3@5", 1_005L, false, 10),
            tuple(TOPIC + "-3@7", 1_007L, false, 20),
            tuple(TOPIC + "-3@9", 1_009L, true, 30));
  }

  @Test
  void a_record_by_itself_and_those_of_other_topics_stay_as_they_are() {
    ConsumerRecord<byte[], byte[]> single = record(TOPIC, 5, 10);
    assertThat(group(List.of(single))).containsExactly(single);

    TopicPartition other = new TopicPartition("posthorn.events", 3);
    List<ConsumerRecord<byte[], byte[]>> events =
        List.of(record("posthorn.events", 1, 1), record("posthorn.events", 2, 1));
    assertThat(
            RecordGroups.group(new ConsumerRecords<>(Map.of(other, events), Map.of()), TOPIC)
                .records(other))
        .isEqualTo(events);
  }

  @Test
  void a_record_that_controls_a_pause_is_never_in_a_group() {
    ConsumerRecord<byte[], byte[]> control = record(TOPIC, 6, 0);
    PauseControl.RETRY.stamp(control.headers());
    List<ConsumerRecord<byte[], byte[]>> groups =
        group(List.of(record(TOPIC, 5, 10), control, record(TOPIC, 7, 10), record(TOPIC, 8, 10)));

    assertThat(groups).extracting(ConsumerRecord::offset).containsExactly(5L, 6L, 7L);
    assertThat(groups.get(1)).isSameAs(control);
  }

  @Test
  void groups_are_bounded_by_records_and_bytes() {
    List<ConsumerRecord<byte[], byte[]>> small = new ArrayList<>();
    List<ConsumerRecord<byte[], byte[]>> large = new ArrayList<>();
    for (int i = 0; i < 2 * RecordGroups.MOST_RECORDS + 1; i++) {
      small.add(record(TOPIC, i, 1));
      large.add(record(TOPIC, i, 200 << 10));
    }
    assertThat(group(small)).hasSize(3);
    assertThat(group(large).getFirst().value().length).isLessThan(1 << 20);
  }
}
