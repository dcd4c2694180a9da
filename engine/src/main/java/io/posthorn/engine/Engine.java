package io.posthorn.engine;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.error.StartException;
import io.posthorn.engine.read.EngineReads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An engine: takes events and commands, delivers, and lets its state be read. All that the server
 * stands on.
 *
 * <ul>
 *   <li>Its methods are for any thread.
 *   <li>Answers rest on a commit; those to events, on one that is on disk or acknowledged by
 *       brokers.
 *   <li>Futures are completed by threads of the engine: what is chained to them must be quick, or
 *       run elsewhere.
 *   <li>It fails loudly: {@link #health} and {@link #ended} say why, and its host ends the process.
 * </ul>
 */
public interface Engine extends AutoCloseable {
  /**
   * Takes events in: all of them, or none.
   *
   * @throws RefusedException here or as the failure of the answer, where it cannot now
   */
  CompletableFuture<Reply> accept(List<Event> events);

  /**
   * Executes a command: answered once what it did is committed, and can be read here.
   *
   * @param command made with the number that its answer will have
   * @throws RefusedException here or as the failure of the answer, where it cannot now
   */
  CompletableFuture<Reply> execute(LongFunction<Command> command);

  EngineReads reads();

  /** The subscriptions as they are, to match and to look up. */
  SubscriptionIndex subscriptions();

  /** Whether a request with the message is on its way from here at this moment. */
  boolean isInFlight(MessageId message);

  EndedSessions sessions();

  /** The numbers that this engine reports; the same list for as long as it lives. */
  List<EngineFigure> figures();

  /**
   * How the shards that run here stand, counted between two of their turns: about a millisecond for
   * 10,000 endpoints, so it should not be asked all the time. Cancelled where none runs any more.
   */
  CompletableFuture<ShardFigures> shardFigures();

  /** Whether all shards run here, so that the {@link EffectListener} hears of everything. */
  boolean runsEveryShard();

  EngineHealth health();

  /** What a backup copies; nothing where others keep the data. */
  default Optional<BackupSource> backup() {
    return Optional.empty();
  }

  /** What it serves beside the API, from before it has begun. */
  default List<EngineRoute> routes() {
    return List.of();
  }

  /**
   * Begins, once the server listens and other nodes can be told where: returns when the engine can
   * do its work, which may take long.
   *
   * @param port the main one
   * @throws StartException where it cannot
   */
  void begin(int port);

  /** Completed when the engine has stopped; exceptionally where it failed. */
  CompletableFuture<@Nullable Void> ended();

  /**
   * Stops: takes nothing in any more, starts no request, and records those in flight as they come
   * back within a few seconds. What has not come back then is sent again after the next start.
   */
  @Override
  void close();
}
