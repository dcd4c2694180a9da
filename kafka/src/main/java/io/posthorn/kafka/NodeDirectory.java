package io.posthorn.kafka;

import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.directory.TopicReader;
import io.posthorn.kafka.topic.TopicsException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The node's copy of the directory: reads the directory topic and waits for its offsets. */
final class NodeDirectory implements DirectoryLog {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final TopicReader reader;
  private final Admin admin;
  private final TopicPartition partition;
  private final Supplier<@Nullable String> trouble;

  /**
   * Creates it over a reader.
   *
   * @param trouble the problem that may block the reader, or null
   */
  NodeDirectory(TopicReader reader, Admin admin, String topic, Supplier<@Nullable String> trouble) {
    this.reader = reader;
    this.admin = admin;
    this.trouble = trouble;
    partition = new TopicPartition(topic, 0);
  }

  @Override
  public long position() {
    return reader.position();
  }

  @Override
  public boolean await(long offset, Duration timeout) throws InterruptedException {
    return reader.await(offset, timeout);
  }

  /**
   * Waits until this node has applied all records that the topic holds now.
   *
   * <p>It waits for the end of all written records, not only of committed ones: the record of a
   * confirmed change is stored, but its commit marker may follow the one of the reply.
   */
  @Override
  public void catchUp() throws InterruptedException {
    catchUp(TIMEOUT);
  }

  /**
   * Waits with a timeout.
   *
   * @throws TopicsException on timeout
   */
  void catchUp(Duration timeout) throws InterruptedException {
    await(IsolationLevel.READ_UNCOMMITTED, timeout);
  }

  /** Enough to see all confirmed changes: a node has read them as committed. */
  @Override
  public void catchUpWithCommitted() throws InterruptedException {
    await(IsolationLevel.READ_COMMITTED, TIMEOUT);
  }

  private void await(IsolationLevel level, Duration timeout) throws InterruptedException {
    long end = end(level);
    if (!reader.await(end, timeout)) {
      String why = trouble.get();
      throw new TopicsException(
          "%s ends at offset %d but was read only up to offset %d within %d s: %s."
              .formatted(
                  partition.topic(),
                  end,
                  reader.position(),
                  timeout.toSeconds(),
                  why == null ? "a transaction is open there; try again later" : why));
    }
  }

  private long end(IsolationLevel level) throws InterruptedException {
    try {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(level))
          .partitionResult(partition)
          .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
          .offset();
    } catch (ExecutionException | TimeoutException e) {
      throw new TopicsException(
          "The end of " + partition.topic() + " cannot be found; check the brokers.", e);
    }
  }
}
