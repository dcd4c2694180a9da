package io.posthorn.kafka;

import io.posthorn.kafka.log.DirectoryLog;
import io.posthorn.kafka.log.TopicReader;
import io.posthorn.kafka.topic.TopicsException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** How far this node knows the directory. */
final class NodeDirectory implements DirectoryLog {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TopicReader reader;
  private final Admin admin;
  private final TopicPartition partition;

  NodeDirectory(TopicReader reader, Admin admin, String topic) {
    this.reader = reader;
    this.admin = admin;
    partition = new TopicPartition(topic, 0);
  }

  @Override
  public long position() {
    return reader.position();
  }

  @Override
  public boolean await(long offset, Duration patience) throws InterruptedException {
    return reader.await(offset, patience);
  }

  /**
   * Waits until this node knows all that the topic holds now.
   *
   * <p>Its end is that of everything written, and not of what is committed: the record of a change
   * that was answered is there, but the mark that commits it may follow behind the answer's.
   */
  @Override
  public void catchUp() throws InterruptedException {
    long end = end();
    if (!reader.await(end, PATIENCE)) {
      throw new IllegalStateException(
          "the directory is known up to %d, and holds %d".formatted(reader.position(), end));
    }
  }

  private long end() throws InterruptedException {
    try {
      return admin
          .listOffsets(
              Map.of(partition, OffsetSpec.latest()),
              new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
          .partitionResult(partition)
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .offset();
    } catch (ExecutionException | TimeoutException e) {
      throw new TopicsException("The end of " + partition.topic() + " cannot be found.", e);
    }
  }
}
