package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.topic.TopicsException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Nodes with the right key and with a wrong one, on an in-memory directory log. */
final class EncryptionKeyCheckTest {
  private static final String TOPIC = "directory";

  /** The records that nodes have written, in order. */
  private final MockProducer<byte[], byte[]> log =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  /** A key that verifies its own proofs. */
  private record TestKey(String text) implements InstallationKey {
    @Override
    public byte[] proof() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean opens(byte[] proof) {
      return Arrays.equals(proof, proof());
    }

    @Override
    public byte[] peerKey() {
      return proof();
    }
  }

  /** A node's reader of the log. */
  private final class Reader implements DirectoryLog {
    private final EncryptionKeyCheck proof;
    private final AtomicLong position = new AtomicLong();

    Reader(EncryptionKeyCheck proof) {
      this.proof = proof;
    }

    @Override
    public long position() {
      return position.get();
    }

    @Override
    public boolean await(long offset, Duration timeout) {
      catchUp();
      return position() >= offset;
    }

    @Override
    public void catchUpWithCommitted() {
      catchUp();
    }

    @Override
    public void catchUp() {
      List<ProducerRecord<byte[], byte[]>> all = log.history();
      for (; position.get() < all.size(); position.incrementAndGet()) {
        note(proof, all.get((int) position.get()));
      }
    }
  }

  private static void note(EncryptionKeyCheck proof, ProducerRecord<byte[], byte[]> record) {
    assertThat(EncryptionKeyCheck.is(record.key())).isTrue();
    proof.note(record.value());
  }

  private void start(EncryptionKeyCheck node) throws InterruptedException {
    node.check(log, TOPIC, new Reader(node));
  }

  /** Starts a node that has already read the directory. */
  private void startLater(InstallationKey key) throws InterruptedException {
    EncryptionKeyCheck node = new EncryptionKeyCheck(key);
    compacted().forEach(record -> note(node, record));
    start(node);
  }

  /** The log after compaction: the last record of each key. */
  private List<ProducerRecord<byte[], byte[]>> compacted() {
    TreeMap<byte[], ProducerRecord<byte[], byte[]>> last = new TreeMap<>(Arrays::compareUnsigned);
    log.history().forEach(record -> last.put(record.key(), record));
    return log.history().stream().filter(last::containsValue).toList();
  }

  @Test
  void the_first_node_writes_a_proof_that_only_the_same_key_verifies() throws Exception {
    start(new EncryptionKeyCheck(new TestKey("right")));

    startLater(new TestKey("right"));
    assertThatThrownBy(() -> startLater(new TestKey("wrong")))
        .isInstanceOf(TopicsException.class)
        .hasMessageContaining("not the encryption key of this installation");
    assertThat(log.history()).hasSize(1);
  }

  @Test
  void a_first_node_with_a_wrong_key_does_no_harm_whenever_it_dies() throws Exception {
    EncryptionKeyCheck right = new EncryptionKeyCheck(new TestKey("right"));
    EncryptionKeyCheck wrong =
        new EncryptionKeyCheck(new TestKey("wrong")); // finds no proof, like the first
    start(right);

    assertThatThrownBy(() -> start(wrong)).isInstanceOf(TopicsException.class);

    assertThat(log.history()).hasSize(2); // but has written one
    assertThat(compacted()).hasSize(2);
    assertThatCode(() -> startLater(new TestKey("right"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> startLater(new TestKey("wrong"))).isInstanceOf(TopicsException.class);
  }
}
