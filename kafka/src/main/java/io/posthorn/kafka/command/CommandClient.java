package io.posthorn.kafka.command;

import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.task.AnswerRecord;
import io.posthorn.kafka.task.Broadcast;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Gives commands to the shards through their topic, and completes their futures when the answers
 * come back through another: after the commit, and once this node knows what it changed.
 */
public final class CommandClient {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final CommandRouter router;
  private final DirectoryLog directory;
  private final Duration patience;
  private final LongSupplier wallMillis;
  private final AtomicLong requests;
  private final Map<Long, Awaited> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * A client.
   *
   * @param wallMillis the clock
   * @param firstRequest where numbers start: drawn, so that no two nodes give the same
   */
  public CommandClient(
      Producer<byte[], byte[]> producer,
      String topic,
      ShardAssignment assignment,
      SubscriptionIndex subscriptions,
      DirectoryLog directory,
      Duration patience,
      LongSupplier wallMillis,
      long firstRequest) {
    this.producer = producer;
    this.topic = topic;
    this.directory = directory;
    this.patience = patience;
    this.wallMillis = wallMillis;
    router = new CommandRouter(assignment, subscriptions);
    requests = new AtomicLong(firstRequest);
  }

  /** Gives a command, which is made with the number that its answer will have. */
  public CompletableFuture<Reply> execute(LongFunction<Command> made) {
    if (closed) {
      throw new RefusedException(Refusal.STOPPED);
    }
    long request = nextRequest();
    Command command = dated(made.apply(request));
    CommandRouter.Address address = router.address(command);
    Awaited awaited = new Awaited(address.answers(), CommandRouter.changesDirectory(command));
    waiting.put(request, awaited);
    CompletableFuture<Reply> answer =
        awaited
            .answer()
            .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
            .exceptionally(CommandClient::explained)
            .whenComplete((reply, error) -> waiting.remove(request));
    write(command, address, awaited);
    return answer;
  }

  /** Bulk work is dated where it is asked for, so that all shards look at the same messages. */
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

  private void write(Command command, CommandRouter.Address address, Awaited awaited) {
    try {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, address.shard(), null, CommandCodec.encode(command));
      if (address.answers() > 1) {
        Broadcast.stamp(record.headers());
      }
      var _ =
          producer.send(
              record,
              (place, error) -> {
                if (error != null) {
                  awaited.answer().completeExceptionally(unwritten(error));
                }
              });
    } catch (RuntimeException e) {
      awaited.answer().completeExceptionally(unwritten(e));
    }
  }

  private static RefusedException unwritten(Throwable cause) {
    return RefusedException.unanswered(
        "Kafka did not take the command: it may or may not be carried out.", cause);
  }

  private static Reply explained(Throwable error) {
    if (error instanceof TimeoutException) {
      throw RefusedException.unanswered(
          "The command was written but not answered in time: it may still be carried out.", null);
    }
    throw error instanceof RuntimeException known ? known : new IllegalStateException(error);
  }

  private long nextRequest() {
    long request = requests.incrementAndGet();
    return request == Command.NO_ANSWER ? requests.incrementAndGet() : request;
  }

  /** Takes a record of the answers' topic in, by the reader's thread. */
  public void answered(ConsumerRecord<byte[], byte[]> record) {
    Awaited awaited = waiting.get(AnswerRecord.request(record.key()));
    if (awaited == null) {
      return; // another node's, or nobody waits any more
    }
    AnswerRecord answer = AnswerRecord.decode(record.key(), record.value());
    Reply reply = awaited.answered(answer.shard(), answer.reply());
    if (reply != null) {
      if (awaited.changesDirectory() && !Reply.refuses(reply)) {
        Thread.startVirtualThread(() -> completeWhenKnown(awaited, reply));
      } else {
        awaited.answer().complete(reply);
      }
    }
  }

  /** Whoever changed something finds it changed: the answer waits until this node knows. */
  private void completeWhenKnown(Awaited awaited, Reply reply) {
    try {
      directory.catchUp();
      awaited.answer().complete(reply);
    } catch (InterruptedException | RuntimeException e) {
      awaited
          .answer()
          .completeExceptionally(
              RefusedException.unanswered("It is done, but this node has not heard of it yet.", e));
    }
  }

  public int waiting() {
    return waiting.size();
  }

  /** Tells all who wait that there will be no answer here. */
  public void close() {
    closed = true;
    RefusedException gone =
        RefusedException.unanswered(
            "The node stopped before the answer came: it may be carried out.", null);
    waiting.values().forEach(awaited -> awaited.answer().completeExceptionally(gone));
  }
}
