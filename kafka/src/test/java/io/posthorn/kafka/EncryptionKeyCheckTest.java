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

  /** Keys that verify their own proofs, the newest first. */
  private record TestKey(String... texts) implements InstallationKey {
    @Override
    public byte[] proof() {
      return texts[0].getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean opens(byte[] proof) {
      return List.of(texts).contains(new String(proof, StandardCharsets.UTF_8));
    }

    @Override
    public boolean seals(byte[] proof) {
      return Arrays.equals(proof, proof());
    }

    @Override
    public List<byte[]> peerKeys() {
      return List.of(proof());
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
    proof.note(record.key(), record.value());
  }

  private void start(EncryptionKeyCheck node) throws InterruptedException {
    node.check(log, TOPIC, new Reader(node));
  }

  /** Starts a node that has already read the directory. */
  private EncryptionKeyCheck startLater(InstallationKey key) throws InterruptedException {
    EncryptionKeyCheck node = new EncryptionKeyCheck(key);
    compacted().forEach(record -> note(node, record));
    start(node);
    return node;
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
  void a_previous_key_is_required_until_it_is_retired() throws Exception {
    start(new EncryptionKeyCheck(new TestKey("old")));
    startLater(new TestKey("old", "new"));
    assertThat(startLater(new TestKey("old")).needsPrevious()).isFalse();

    EncryptionKeyCheck node = startLater(new TestKey("new", "old"));

    assertThat(node.needsPrevious()).isTrue();
    for (String alone : List.of("old", "new")) {
      assertThatThrownBy(() -> startLater(new TestKey(alone)))
          .isInstanceOf(TopicsException.class)
          .hasMessageContaining("A previous encryption key is missing");
    }

    node.retirePrevious();

    assertThat(node.needsPrevious()).isFalse();
    assertThat(startLater(new TestKey("new")).needsPrevious()).isFalse();
    assertThatThrownBy(() -> startLater(new TestKey("old")))
        .hasMessageContaining("not the encryption key of this installation");
  }

  @Test
  void a_key_that_a_running_node_still_seals_with_is_not_retired() throws Exception {
    start(new EncryptionKeyCheck(new TestKey("old")));
    EncryptionKeyCheck behind = startLater(new TestKey("old", "new"));
    EncryptionKeyCheck node = startLater(new TestKey("new", "old"));

    node.retirePrevious();
    int known = log.history().size();
    compacted().forEach(record -> note(behind, record)); // as its reader does

    assertThat(log.history()).hasSizeGreaterThan(known);
    compacted().forEach(record -> note(node, record));
    assertThat(node.needsPrevious()).isTrue();
    assertThatThrownBy(() -> startLater(new TestKey("new"))).isInstanceOf(TopicsException.class);
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
