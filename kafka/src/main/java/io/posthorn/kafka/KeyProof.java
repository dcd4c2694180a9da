package io.posthorn.kafka;

import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.topic.TopicsException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Finds a node with another key than the installation's at its start, instead of at its first
 * delivery: the first node leaves a proof in the directory, and every other must open it.
 *
 * <p>Of nodes that start first at the same time each leaves a proof, and the oldest counts. Each
 * has a record key of its own, so that compaction keeps them all, in their order: whatever a node
 * with a wrong key has written, and whenever it dies, the oldest stays the oldest.
 */
final class KeyProof {
  private static final byte[] PREFIX =
      ByteWriter.key(Table.META).word("encryption-check").toBytes();

  private final InstallationKey key;

  /** The oldest of the log. */
  private final AtomicReference<byte @Nullable []> first = new AtomicReference<>();

  KeyProof(InstallationKey key) {
    this.key = key;
  }

  static boolean is(byte[] recordKey) {
    return recordKey.length >= PREFIX.length
        && Arrays.equals(recordKey, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
  }

  /** Takes a record of the directory. */
  void note(byte @Nullable [] proof) {
    if (proof != null) {
      first.compareAndSet(null, proof);
    }
  }

  /**
   * Checks the key, once the directory is known.
   *
   * @throws TopicsException where it is another
   */
  void check(Producer<byte[], byte[]> producer, String topic, DirectoryLog directory)
      throws InterruptedException {
    if (first.get() == null) {
      write(producer, topic, key.proof());
      directory.catchUp();
    }
    byte[] proof = first.get();
    if (proof == null) {
      throw new TopicsException("What was just written to " + topic + " is not there.");
    }
    if (!key.opens(proof)) {
      throw new TopicsException(
          "The encryption key is not the one that this installation's secrets were sealed with:"
              + " give the right one by security.encryption-key or security.encryption-key-file.");
    }
  }

  private static void write(Producer<byte[], byte[]> producer, String topic, byte[] proof)
      throws InterruptedException {
    byte[] recordKey = new ByteWriter(64).raw(PREFIX).word(UUID.randomUUID().toString()).toBytes();
    try {
      var _ = producer.send(new ProducerRecord<>(topic, 0, recordKey, proof)).get();
    } catch (ExecutionException e) {
      throw new TopicsException("Nothing can be written to " + topic + ".", e);
    }
  }
}
