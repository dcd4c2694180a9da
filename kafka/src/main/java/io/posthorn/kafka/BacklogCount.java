package io.posthorn.kafka;

import io.posthorn.kafka.command.ShardBacklog;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicsException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The count of every shard's backlog, by what the group of the nodes has committed. */
final class BacklogCount {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Admin admin;
  private final TopicNames names;
  private final int shards;
  private final ShardBacklog backlog;
  private final LongSupplier nanos;

  BacklogCount(
      Admin admin, TopicNames names, int shards, ShardBacklog backlog, LongSupplier nanos) {
    this.admin = admin;
    this.names = names;
    this.shards = shards;
    this.backlog = backlog;
    this.nanos = nanos;
  }

  /** Runs one round. If the brokers do not respond, the last count stays valid. */
  void run() {
    long[] before = backlog.written();
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin
              .listConsumerGroupOffsets(names.prefix())
              .partitionsToOffsetAndMetadata()
              .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      Map<TopicPartition, ListOffsetsResultInfo> latest =
          admin.listOffsets(latest()).all().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      long[] ends = new long[shards];
      long[] processed = new long[shards];
      for (int shard = 0; shard < shards; shard++) {
        TopicPartition partition = new TopicPartition(names.shards(), shard);
        ListOffsetsResultInfo end = latest.get(partition);
        OffsetAndMetadata position = committed.get(partition);
        ends[shard] = end == null ? 0 : end.offset();
        processed[shard] = position == null ? 0 : position.offset(); // purged only once committed
      }
      backlog.counted(nanos.getAsLong(), before, ends, processed);
    } catch (ExecutionException | TimeoutException e) {
      throw new TopicsException("The backlog of the shards cannot be counted.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<TopicPartition, OffsetSpec> latest() {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int shard = 0; shard < shards; shard++) {
      asked.put(new TopicPartition(names.shards(), shard), OffsetSpec.latest());
    }
    return asked;
  }
}
