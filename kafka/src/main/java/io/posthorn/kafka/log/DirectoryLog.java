package io.posthorn.kafka.log;

import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How far a node knows the directory. */
public interface DirectoryLog {
  /** The offset of the next record of the directory's topic. */
  long position();

  /**
   * Waits until everything before an offset is known.
   *
   * @return whether that happened in time
   */
  boolean await(long offset, Duration patience) throws InterruptedException;

  /** A log that a reader reads. */
  static DirectoryLog of(TopicReader reader) {
    return new DirectoryLog() {
      @Override
      public long position() {
        return reader.position();
      }

      @Override
      public boolean await(long offset, Duration patience) throws InterruptedException {
        return reader.await(offset, patience);
      }
    };
  }

  /** What a reader of the directory does with a record. */
  @SuppressWarnings("NullAway") // a removed key has no value; Kafka does not say so
  static void apply(DirectoryEntries entries, ConsumerRecord<byte[], byte[]> record) {
    entries.apply(record.key(), record.value());
  }
}
