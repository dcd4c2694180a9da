package io.posthorn.kafka;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.topic.TopicsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The check of a node's encryption keys at its start, so that a wrong one does not show at the
 * first delivery. The first node writes a proof to the directory, and every other node has to
 * verify it. Thread-safe.
 *
 * <p>If several first nodes start at once, each writes a proof and the oldest counts. Each proof
 * has its own record key, so compaction keeps them all in order, and the oldest stays the oldest
 * whatever a node with a wrong key writes.
 *
 * <p>Once a key was replaced, one record has the proofs of all keys that stored values may be
 * sealed with, and counts instead. Each node adds that of the key that it seals with: at its start,
 * and again if another node removes it.
 */
final class EncryptionKeyCheck {
  private static final byte[] PREFIX =
      ByteWriter.key(Table.META).word("encryption-check").toBytes();

  private static final byte[] ALL = ByteWriter.key(Table.META).word("encryption-keys").toBytes();

  private final InstallationKey key;

  /** The record keys of the proofs from before a key was replaced. */
  private final List<byte[]> originals = new ArrayList<>();

  /** The oldest proof in the log. */
  private byte @Nullable [] first;

  /** The proofs that count instead of the first; empty before a key is replaced. */
  private List<byte[]> all = List.of();

  private @Nullable Log log;

  /** The directory topic, known once this node has passed the check. */
  private record Log(Producer<byte[], byte[]> producer, String topic, DirectoryLog directory) {
    void write(byte[] recordKey, byte[] value) throws InterruptedException {
      try {
        var _ = producer.send(new ProducerRecord<>(topic, 0, recordKey, value)).get();
      } catch (ExecutionException e) {
        throw new TopicsException("Cannot write to topic " + topic + ".", e);
      }
    }
  }

  EncryptionKeyCheck(InstallationKey key) {
    this.key = key;
  }

  static boolean is(byte[] recordKey) {
    return isOriginal(recordKey) || Arrays.equals(recordKey, ALL);
  }

  private static boolean isOriginal(byte[] recordKey) {
    return recordKey.length >= PREFIX.length
        && Arrays.equals(recordKey, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
  }

  /** Takes a record of the directory. */
  synchronized void note(byte[] recordKey, byte @Nullable [] value) {
    if (value == null) {
      return;
    }
    if (isOriginal(recordKey)) {
      first = first == null ? value : first;
      originals.add(recordKey);
      return;
    }
    all = decode(value);
    if (log != null && all.stream().noneMatch(key::seals)) {
      // This node still seals with a key that another one took for unused.
      var _ = log.producer.send(new ProducerRecord<>(log.topic, 0, ALL, withOwn(all)));
    }
  }

  /**
   * Checks the keys, once the directory is read.
   *
   * @throws TopicsException if one is wrong or missing
   */
  void check(Producer<byte[], byte[]> producer, String topic, DirectoryLog directory)
      throws InterruptedException {
    Log opened = new Log(producer, topic, directory);
    if (proofs().isEmpty()) {
      byte[] recordKey =
          new ByteWriter(64).raw(PREFIX).word(UUID.randomUUID().toString()).toBytes();
      opened.write(recordKey, key.proof());
      directory.catchUp();
    }
    List<byte[]> proofs = proofs();
    if (proofs.isEmpty()) {
      throw new TopicsException(
          "A record just written to " + topic + " is missing; check the topic's configuration.");
    }
    long verified = proofs.stream().filter(key::opens).count();
    if (verified == 0) {
      throw new TopicsException(
          "This is not the encryption key of this installation:"
              + " set security.encryption-key or security.encryption-key-file to the right one.");
    }
    if (verified < proofs.size()) {
      throw new TopicsException(
          "A previous encryption key is missing, and stored secrets may still need it; set it after"
              + " the current one, until posthorn encryption-key re-encrypt has finished.");
    }
    synchronized (this) {
      log = opened; // before the next look, so that nothing between the two is missed
    }
    if (proofs().stream().noneMatch(key::seals)) {
      opened.write(ALL, withOwn(proofs()));
      directory.catchUp();
    }
  }

  /** Returns whether stored values may be sealed with another key than the one that seals. */
  boolean needsPrevious() {
    return !proofs().stream().allMatch(key::seals);
  }

  /**
   * Removes the proofs of all other keys. The original proofs are replaced too: earlier versions
   * know only these.
   */
  void retirePrevious() throws InterruptedException {
    Log to;
    List<byte[]> replaced;
    synchronized (this) {
      to = log;
      replaced = List.copyOf(originals);
    }
    if (to == null) {
      throw new IllegalStateException("the node has not started");
    }
    byte[] proof = key.proof();
    to.write(ALL, encode(List.of(proof)));
    for (byte[] original : replaced) {
      to.write(original, proof);
    }
    to.directory.catchUp();
  }

  /** The proofs that a node has to verify. */
  private synchronized List<byte[]> proofs() {
    return !all.isEmpty() ? all : first == null ? List.of() : List.of(first);
  }

  private byte[] withOwn(List<byte[]> proofs) {
    List<byte[]> more = new ArrayList<>(proofs);
    more.add(key.proof());
    return encode(more);
  }

  private static byte[] encode(List<byte[]> proofs) {
    ByteWriter out = new ByteWriter(256).u8(proofs.size());
    proofs.forEach(out::blob);
    return out.toBytes();
  }

  private static List<byte[]> decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    List<byte[]> proofs = new ArrayList<>();
    for (int left = in.u8(); left > 0; left--) {
      proofs.add(in.blob());
    }
    return proofs;
  }
}
