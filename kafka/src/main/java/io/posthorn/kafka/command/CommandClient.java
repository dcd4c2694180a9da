package io.posthorn.kafka.command;

import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.task.Broadcast;
import io.posthorn.kafka.task.ReplyRecord;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The client for commands to shards: writes them to the topic shards and completes their futures
 * from the topic replies: after the commit, and once this node sees the change. An {@link
 * UrgentChange} does not wait for the commit.
 */
public final class CommandClient {
  private static final Logger LOG = System.getLogger(CommandClient.class.getName());
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final CommandRouter router;
  private final DirectoryEntries entries;
  private final String directoryTopic;
  private final DirectoryLog directory;
  private final Duration timeout;
  private final Executor waiters;
  private final LongSupplier wallMillis;
  private final AtomicLong requests;
  private final Map<Long, PendingCommand> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * A client.
   *
   * @param entries the directory that this node has read
   * @param directoryTopic its topic
   * @param waiters runs what may wait for the brokers
   * @param wallMillis the clock
   * @param firstRequest the first request number, random so that nodes do not share numbers
   */
  public CommandClient(
      Producer<byte[], byte[]> producer,
      String topic,
      ShardAssignment assignment,
      DirectoryEntries entries,
      String directoryTopic,
      DirectoryLog directory,
      Duration timeout,
      Executor waiters,
      LongSupplier wallMillis,
      long firstRequest) {
    this.producer = producer;
    this.topic = topic;
    this.directory = directory;
    this.timeout = timeout;
    this.waiters = waiters;
    this.wallMillis = wallMillis;
    this.entries = entries;
    this.directoryTopic = directoryTopic;
    router = new CommandRouter(assignment, entries.subscriptions());
    requests = new AtomicLong(firstRequest);
  }

  /** Executes a command, built for its request number. */
  public CompletableFuture<Reply> execute(LongFunction<Command> made) {
    if (closed) {
      throw new RefusedException(Refusal.STOPPED);
    }
    long request = nextRequest();
    Command command = dated(made.apply(request));
    CommandRouter.Destination destination = router.destination(command);
    PendingCommand pending =
        new PendingCommand(destination.replies(), CommandRouter.changesDirectory(command));
    waiting.put(request, pending);
    CompletableFuture<Reply> reply =
        pending
            .reply()
            .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
            .exceptionally(CommandClient::explained)
            .whenComplete((result, error) -> waiting.remove(request));
    write(command, destination, pending);
    return reply;
  }

  /** Bulk jobs get their time here, so that all shards select the same messages. */
  private Command dated(Command command) {
    return switch (command) {
      case Command.Audited audited ->
          new Command.Audited(dated(audited.command()), audited.entry());
      case Command.StartBulk start -> {
        BulkJob job = start.job();
        yield new Command.StartBulk(
            start.request(),
            new BulkJob(
                job.id(),
                job.action(),
                job.customerId(),
                job.selection(),
                job.preview(),
                wallMillis.getAsLong()));
      }
      default -> command;
    };
  }

  private void write(
      Command command, CommandRouter.Destination destination, PendingCommand pending) {
    try {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, destination.shard(), null, CommandCodec.encode(command));
      if (destination.replies() > 1) {
        Broadcast.stamp(record.headers());
      }
      var _ =
          producer.send(
              record,
              (metadata, error) -> {
                if (error != null) {
                  pending.reply().completeExceptionally(unwritten(error));
                } else {
                  hasten(command, pending);
                }
              });
    } catch (RuntimeException e) {
      pending.reply().completeExceptionally(unwritten(e));
    }
  }

  /**
   * Writes an urgent change to the directory; the reply does not wait for a shard then. It is
   * called on the producer's own thread, for which a send may have to wait, so it is written on
   * another.
   */
  private void hasten(Command command, PendingCommand pending) {
    UrgentChange change = UrgentChange.of(command, entries);
    if (change != null) {
      waiters.execute(() -> writeAtOnce(change, pending));
    }
  }

  private void writeAtOnce(UrgentChange change, PendingCommand pending) {
    try {
      RecordMetadata written =
          producer
              .send(new ProducerRecord<>(directoryTopic, 0, change.key(), change.value()))
              .get();
      if (directory.await(written.offset() + 1, timeout)) {
        pending.reply().complete(Reply.DONE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) { // the shard replies, if it can
      LOG.log(
          Level.WARNING,
          "An urgent change waits for its shard: it could not be written to the directory",
          e);
    }
  }

  private static RefusedException unwritten(Throwable cause) {
    return RefusedException.outcomeUnknown(
        "Kafka did not acknowledge the command; it may still be executed. Check, then try"
            + " again.",
        cause);
  }

  private static Reply explained(Throwable error) {
    if (error instanceof TimeoutException) {
      throw RefusedException.outcomeUnknown(
          "The command got no reply in time; it may still be executed. Check, then try again.",
          null);
    }
    throw error instanceof RuntimeException known ? known : new IllegalStateException(error);
  }

  private long nextRequest() {
    long request = requests.incrementAndGet();
    return request == Command.NO_REPLY ? requests.incrementAndGet() : request;
  }

  /** Takes a record of the replies topic, on the reader's thread. */
  public void replied(ConsumerRecord<byte[], byte[]> record) {
    PendingCommand pending = waiting.get(ReplyRecord.request(record.key()));
    if (pending == null) {
      return; // of another node, or timed out
    }
    ReplyRecord part = ReplyRecord.decode(record.key(), record.value());
    Reply reply = pending.replied(part.shard(), part.reply());
    if (reply != null) {
      if (pending.changesDirectory() && !Reply.refuses(reply)) {
        Thread.startVirtualThread(() -> completeWhenKnown(pending, reply));
      } else {
        pending.reply().complete(reply);
      }
    }
  }

  /** Read your writes: the reply waits until this node sees the change. */
  private void completeWhenKnown(PendingCommand pending, Reply reply) {
    try {
      directory.catchUp();
      pending.reply().complete(reply);
    } catch (InterruptedException | RuntimeException e) {
      pending
          .reply()
          .completeExceptionally(
              RefusedException.outcomeUnknown(
                  "The command was executed, but this node does not see the change yet; read it again before you repeat the call.",
                  e));
    }
  }

  public int waiting() {
    return waiting.size();
  }

  /** Fails all pending commands. */
  public void close() {
    closed = true;
    RefusedException gone =
        RefusedException.outcomeUnknown(
            "The node stopped before the reply came; the command may still be executed.", null);
    waiting.values().forEach(pending -> pending.reply().completeExceptionally(gone));
  }
}
