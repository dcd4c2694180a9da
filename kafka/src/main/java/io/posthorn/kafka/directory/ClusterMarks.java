package io.posthorn.kafka.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.error.RefusedException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The expiring marks of all nodes, shared through the directory topic, which keeps each until it
 * expires. Thread-safe.
 */
public final class ClusterMarks implements ExpiringMarks {
  // The name in the stored key is from when all marks were ended sessions.
  private static final byte[] PREFIX = ByteWriter.key(Table.META).word("session-ended").toBytes();

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Known known;
  private final BrokerConnectivity contact;

  /** The marks that this node has read from the directory. */
  public static final class Known {
    private final ExpiringMarks.InMemory marks = new ExpiringMarks.InMemory();

    /** Returns whether a directory record is a mark. */
    public static boolean holds(byte[] key) {
      return key.length > PREFIX.length
          && Arrays.equals(key, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    }

    /** Applies a directory record; a null value removes the mark. */
    public void apply(byte[] key, byte @Nullable [] value) {
      String name = new ByteReader(key, PREFIX.length).word();
      if (value == null) {
        marks.forget(name);
      } else {
        ByteReader in = new ByteReader(value);
        marks.note(name, in.u64(), in.u64());
      }
    }
  }

  public ClusterMarks(
      Producer<byte[], byte[]> producer, String topic, Known known, BrokerConnectivity contact) {
    this.producer = producer;
    this.topic = topic;
    this.known = known;
    this.contact = contact;
  }

  /**
   * Sets a mark: here at once, on other nodes when they read the record. Also removes expired
   * marks, so that they do not accumulate.
   */
  @Override
  public void mark(String name, long at, long until) {
    for (String old : known.marks.over(at)) {
      var _ = write(old, null);
    }
    known.marks.note(name, at, until);
    try {
      write(name, new ByteWriter(16).u64(at).u64(until).toBytes()).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RefusedException refusal ? refusal : e;
    }
  }

  private CompletableFuture<@Nullable Void> write(String name, byte @Nullable [] value) {
    CompletableFuture<@Nullable Void> written = new CompletableFuture<>();
    try {
      byte[] key = new ByteWriter(64).raw(PREFIX).word(name).toBytes();
      var _ =
          producer.send(
              new ProducerRecord<>(topic, 0, key, value),
              (metadata, error) -> acknowledged(written, error));
    } catch (RuntimeException e) {
      acknowledged(written, e);
    }
    return written;
  }

  private static void acknowledged(
      CompletableFuture<@Nullable Void> written, @Nullable Throwable error) {
    if (error == null) {
      written.complete(null);
    } else {
      written.completeExceptionally(
          RefusedException.outcomeUnknown(
              "Kafka did not acknowledge the change; it may not take effect on other nodes.",
              error));
    }
  }

  @Override
  public long markedAt(String name) {
    return known.marks.markedAt(name);
  }

  @Override
  public int count(String prefix, long now) {
    return known.marks.count(prefix, now);
  }

  @Override
  public boolean receivesFromOtherNodes() {
    return !contact.lost();
  }

  @Override
  public boolean shared() {
    return true;
  }
}
