package io.posthorn.kafka.directory;

import io.posthorn.kafka.command.UnansweredException;
import io.posthorn.kafka.directory.KnownEndedSessions.Ended;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Tells all nodes, through the directory's topic, that a session of the console was ended. */
public final class ClusterSessions {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final KnownEndedSessions known;

  public ClusterSessions(Producer<byte[], byte[]> producer, String topic, KnownEndedSessions known) {
    this.producer = producer;
    this.topic = topic;
    this.known = known;
  }

  /**
   * Ends a session: here at once, elsewhere as soon as others read of it. Whoever ends one clears
   * away those that are over, so that they do not add up.
   *
   * @return done once the brokers have acknowledged it
   */
  public CompletableFuture<@Nullable Void> end(String name, Ended ended) {
    for (String old : known.over(ended.at())) {
      var _ = write(old, null);
    }
    known.apply(KnownEndedSessions.key(name), ended.encode());
    return write(name, ended.encode());
  }

  private CompletableFuture<@Nullable Void> write(String name, byte @Nullable [] value) {
    CompletableFuture<@Nullable Void> written = new CompletableFuture<>();
    try {
      var _ =
          producer.send(
              new ProducerRecord<>(topic, 0, KnownEndedSessions.key(name), value),
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
          new UnansweredException(
              "You are logged out here, but Kafka did not acknowledge it: other nodes may not"
                  + " know.",
              error));
    }
  }

  /** What this node knows of them. */
  public KnownEndedSessions known() {
    return known;
  }
}
