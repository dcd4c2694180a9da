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
 * The check of a node's encryption key at its start, so that a wrong one does not show at the first
 * delivery. The first node writes a proof to the directory, and every other node has to verify it.
 *
 * <p>If several first nodes start at once, each writes a proof and the oldest counts. Each proof
 * has its own record key, so compaction keeps them all in order, and the oldest stays the oldest
 * whatever a node with a wrong key writes.
 */
final class EncryptionKeyCheck {
  private static final byte[] PREFIX =
      ByteWriter.key(Table.META).word("encryption-check").toBytes();

  private final InstallationKey key;

  /** The oldest proof in the log. */
  private final AtomicReference<byte @Nullable []> first = new AtomicReference<>();

  EncryptionKeyCheck(InstallationKey key) {
    this.key = key;
  }

  static boolean is(byte[] recordKey) {
    return recordKey.length >= PREFIX.length
        && Arrays.equals(recordKey, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
  }

  /** Takes a proof from the directory. */
  void note(byte @Nullable [] proof) {
    if (proof != null) {
      first.compareAndSet(null, proof);
    }
  }

  /**
   * Checks the key, once the directory is read.
   *
   * @throws TopicsException if the key is wrong
   */
  void check(Producer<byte[], byte[]> producer, String topic, DirectoryLog directory)
      throws InterruptedException {
    if (first.get() == null) {
      write(producer, topic, key.proof());
      directory.catchUp();
    }
    byte[] proof = first.get();
    if (proof == null) {
      throw new TopicsException(
          "A record just written to " + topic + " is missing; check the topic's configuration.");
    }
    if (!key.opens(proof)) {
      throw new TopicsException(
          "This is not the encryption key of this installation:"
              + " set security.encryption-key or security.encryption-key-file to the right one.");
    }
  }

  private static void write(Producer<byte[], byte[]> producer, String topic, byte[] proof)
      throws InterruptedException {
    byte[] recordKey = new ByteWriter(64).raw(PREFIX).word(UUID.randomUUID().toString()).toBytes();
    try {
      var _ = producer.send(new ProducerRecord<>(topic, 0, recordKey, proof)).get();
    } catch (ExecutionException e) {
      throw new TopicsException("Cannot write to topic " + topic + ".", e);
    }
  }
}
