package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Commands to shards that do not run: none of them ever replies. */
final class UrgentChangeTest {
  private static final byte[] DIGEST = new byte[32];

  private final CheckedProducer kafka = new CheckedProducer();
  private final DirectoryEntries entries = new DirectoryEntries();
  private final CommandClient client =
      new CommandClient(
          kafka,
          "shards",
          new ShardAssignment(4),
          entries,
          "directory",
          new AppliedLog(),
          Duration.ofSeconds(30),
          Thread::startVirtualThread,
          () -> 0,
          0);

  /**
   * A producer that fails if a record is sent while an acknowledgement is handled: a real one has
   * one thread for both, and a send may wait for that thread.
   */
  private static final class CheckedProducer extends MockProducer<byte[], byte[]> {
    private static final ThreadLocal<Boolean> ACKNOWLEDGING = ThreadLocal.withInitial(() -> false);

    CheckedProducer() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
      if (ACKNOWLEDGING.get()) {
        throw new IllegalStateException("sent from the handling of an acknowledgement");
      }
      return super.send(
          record,
          (metadata, error) -> {
            ACKNOWLEDGING.set(true);
            try {
              if (callback != null) {
                callback.onCompletion(metadata, error);
              }
            } finally {
              ACKNOWLEDGING.set(false);
            }
          });
    }
  }

  /** A directory topic whose records are all applied as soon as they are written. */
  private final class AppliedLog implements DirectoryLog {
    @Override
    public long position() {
      return kafka.history().size();
    }

    @Override
    public boolean await(long offset, Duration timeout) {
      kafka.history().stream()
          .filter(record -> record.topic().equals("directory"))
          .forEach(record -> entries.apply(record.key(), record.value()));
      return true;
    }

    @Override
    public void catchUp() {}

    @Override
    public void catchUpWithCommitted() {}
  }

  @Test
  void a_delivery_pause_takes_effect_without_a_shard() throws Exception {
    CompletableFuture<Reply> reply = client.execute(r -> new Command.PauseDelivery(r, "acme"));
    assertThat(reply.get(10, TimeUnit.SECONDS)).isEqualTo(Reply.DONE);
    assertThat(entries.deliveryPaused("acme")).isTrue();
    assertThat(entries.deliveryPaused("other")).isFalse();
    assertThat(kafka.history())
        .extracting(ProducerRecord::topic)
        .containsExactly("shards", "directory");
  }

  @Test
  void a_delivery_pause_for_all_takes_effect_without_a_shard() throws Exception {
    CompletableFuture<Reply> reply = client.execute(r -> new Command.PauseDelivery(r, null));
    assertThat(reply.get(10, TimeUnit.SECONDS)).isEqualTo(Reply.DONE);
    assertThat(entries.deliveryPaused("any")).isTrue();
  }

  @Test
  void a_key_is_revoked_without_a_shard() throws Exception {
    byte[] key = Directory.keyKey(DIGEST);
    entries.apply(key, new byte[] {1});
    CompletableFuture<Reply> reply = client.execute(r -> new Command.DeleteKey(r, DIGEST));
    assertThat(reply.get(10, TimeUnit.SECONDS)).isEqualTo(Reply.DONE);
    assertThat(entries.get(key)).isNull();
  }

  @Test
  void what_grants_something_waits_for_the_shard() {
    assertThat(client.execute(r -> new Command.ResumeDelivery(r, null))).isNotDone();
    assertThat(client.execute(r -> new Command.DeleteKey(r, DIGEST))).isNotDone();
    assertThat(kafka.history()).extracting(ProducerRecord::topic).containsOnly("shards");
  }
}
