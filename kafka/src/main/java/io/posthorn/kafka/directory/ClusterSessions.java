package io.posthorn.kafka.directory;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.Table;
import io.posthorn.engine.EndedSessions;
import io.posthorn.engine.error.RefusedException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The ended console sessions of all nodes. Nodes share them through the directory topic, which
 * keeps each until the session would have expired. Thread-safe.
 */
public final class ClusterSessions implements EndedSessions {
  private static final byte[] PREFIX = ByteWriter.key(Table.META).word("session-ended").toBytes();

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Known known;
  private final BrokerContact contact;

  /** The ended sessions that this node has read from the directory. */
  public static final class Known {
    private final EndedSessions.InMemory ended = new EndedSessions.InMemory();

    /** Whether a directory record is an ended session. */
    public static boolean holds(byte[] key) {
      return key.length > PREFIX.length
          && Arrays.equals(key, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    }

    /** Applies a directory record; a null value removes the session. */
    public void apply(byte[] key, byte @Nullable [] value) {
      String name = new ByteReader(key, PREFIX.length).word();
      if (value == null) {
        ended.forget(name);
      } else {
        ByteReader in = new ByteReader(value);
        ended.note(name, in.u64(), in.u64());
      }
    }
  }

  public ClusterSessions(
      Producer<byte[], byte[]> producer, String topic, Known known, BrokerContact contact) {
    this.producer = producer;
    this.topic = topic;
    this.known = known;
    this.contact = contact;
  }

  /**
   * Ends a session: here at once, on other nodes when they read the record. Also removes expired
   * entries, so that they do not accumulate.
   */
  @Override
  public void end(String name, long at, long until) {
    for (String old : known.ended.over(at)) {
      var _ = write(old, null);
    }
    known.ended.note(name, at, until);
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
              (place, error) -> acknowledged(written, error));
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
          RefusedException.unanswered(
              "You are logged out here, but Kafka did not acknowledge it: other nodes may not"
                  + " know.",
              error));
    }
  }

  @Override
  public long endedAt(String name) {
    return known.ended.endedAt(name);
  }

  @Override
  public int count(String prefix, long now) {
    return known.ended.count(prefix, now);
  }

  @Override
  public boolean hears() {
    return !contact.lost();
  }

  @Override
  public boolean shared() {
    return true;
  }
}
