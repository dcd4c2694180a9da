package io.posthorn.engine;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.error.StartException;
import io.posthorn.engine.read.EngineReads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The delivery engine, as the server sees it: accepts events and commands, delivers messages, and
 * serves reads.
 *
 * <ul>
 *   <li>Thread-safe.
 *   <li>Every reply follows a commit; replies to events follow a commit that is on disk or
 *       acknowledged by brokers.
 *   <li>Engine threads complete the futures: dependent stages must be quick or run elsewhere.
 *   <li>It fails loudly: {@link #health} and {@link #termination} say why, and its host ends the
 *       process.
 * </ul>
 */
public interface Engine extends AutoCloseable {
  /**
   * Accepts events: all of them or none.
   *
   * @throws RefusedException if the engine cannot do it now; thrown or as the failure of the future
   */
  CompletableFuture<Reply> accept(List<Event> events);

  /**
   * Executes a command; completes when its effect is committed and readable here.
   *
   * @param command builds the command for a request number
   * @throws RefusedException if the engine cannot do it now; thrown or as the failure of the future
   */
  CompletableFuture<Reply> execute(LongFunction<Command> command);

  EngineReads reads();

  /** The current subscriptions. */
  SubscriptionIndex subscriptions();

  /** Returns whether this engine has a request in flight for the message. */
  boolean isInFlight(MessageId message);

  ExpiringMarks marks();

  /** The metrics of this engine; the list does not change. */
  List<EngineMetric> metrics();

  /**
   * The metrics of the shards that run here, counted between two turns. Takes about a millisecond
   * for 10,000 endpoints, so it is not for frequent polling. Cancelled if no shard runs any more.
   */
  CompletableFuture<ShardMetrics> shardMetrics();

  /** Returns whether all shards run here, so that the {@link EffectListener} sees every effect. */
  boolean runsEveryShard();

  EngineHealth health();

  /** The source of backups; empty if the data is kept elsewhere. */
  default Optional<BackupSource> backup() {
    return Optional.empty();
  }

  /** The alternative for users, if there is no {@link #backup}. */
  default String backupAdvice() {
    return "Backups are not available with this engine.";
  }

  /** The engine's own HTTP routes, available before {@link #start}. */
  default List<EngineRoute> routes() {
    return List.of();
  }

  /**
   * Starts the engine, once the server listens and its address can be advertised. Returns when the
   * engine is ready, which may take long.
   *
   * @param port the server's main port
   * @throws StartException if the engine cannot start
   */
  void start(int port);

  /** Completes when the engine has stopped; exceptionally if it failed. */
  CompletableFuture<@Nullable Void> termination();

  /**
   * Stops: refuses events and commands, starts no request, and records outcomes for a few seconds.
   * Requests without an outcome by then are repeated after the next start.
   */
  @Override
  void close();
}
