package io.posthorn.kafka;

import io.posthorn.kafka.topic.TopicNames;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;

/**
 * The purge of processed records from the topic shards, which has no retention limit. Each node
 * does this for the shards it runs.
 */
final class TopicPurge {
  private final KafkaStreams streams;
  private final Admin admin;
  private final TopicNames names;
  private final Map<TopicPartition, Long> purged = new HashMap<>();

  TopicPurge(KafkaStreams streams, Admin admin, TopicNames names) {
    this.streams = streams;
    this.admin = admin;
    this.names = names;
  }

  /** Runs one round. Broker errors are ignored: the next round covers the same records. */
  void run() {
    Map<TopicPartition, RecordsToDelete> done = new HashMap<>();
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      for (TaskMetadata task : thread.activeTasks()) {
        task.committedOffsets().forEach((partition, offset) -> note(partition, offset, done));
      }
    }
    if (!done.isEmpty()) {
      var _ = admin.deleteRecords(done);
    }
  }

  private void note(
      TopicPartition partition, long offset, Map<TopicPartition, RecordsToDelete> done) {
    boolean ours = partition.topic().equals(names.shards());
    Long before = purged.get(partition);
    if (ours && offset > 0 && (before == null || before < offset)) {
      purged.put(partition, offset);
      done.put(partition, RecordsToDelete.beforeOffset(offset));
    }
  }
}
