package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.embedded.rocks.EmbeddedStore;
import io.posthorn.embedded.rocks.RocksShardStore;
import io.posthorn.engine.BackupSource;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.EngineMetric;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.InFlightMessages;
import io.posthorn.engine.TimeSource;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.read.EngineReads;
import io.posthorn.engine.read.ShardReads;
import io.posthorn.engine.read.SingleShardReads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The engine for a single machine: one shard with its own thread, over a store on disk.
 *
 * <p>It fails loudly. Any failure in its thread stops it for good: pending calls fail, {@link
 * #health} and {@link #termination} say why, and further calls are refused.
 */
public final class EmbeddedEngine implements Engine {
  private final EmbeddedSettings settings;
  private final TimeSource time;
  private final SubscriptionIndex subscriptions;
  private final EngineReads reads;
  private final InFlightMessages inFlight;
  private final ExpiringMarks marks = new ExpiringMarks.InMemory();
  private final SpaceGuard space;
  private final Inbox inbox;
  private final EngineLoop loop;
  private final Thread thread;
  private final AtomicLong requests = new AtomicLong();
  private final List<EngineMetric> metrics;
  private @Nullable RocksShardStore ownStore;
  private @Nullable StoreSizeLimit sizeLimit;
  private @Nullable Path directory;

  private EmbeddedEngine(
      EmbeddedStore store,
      ShardIdentity identity,
      Rules rules,
      EmbeddedSettings settings,
      EngineContext context) {
    this.settings = settings;
    time = context.time();
    inFlight = new InFlightMessages(context.sender());
    Shard shard = new Shard(store, rules, identity, time.wallMillis());
    subscriptions = shard.subscriptions();
    ShardReads shards =
        new SingleShardReads(store::withSnapshot, store.directoryView(), subscriptions);
    space = new SpaceGuard(context.freeSpace(), settings.minFree(), time);
    inbox = new Inbox(settings);
    EngineContext watched =
        new EngineContext(inFlight, context.listener(), time, context.freeSpace());
    loop = new EngineLoop(shard, store, identity, inbox, watched);
    reads = new EngineReads(shards, rules, loop::now);
    thread = Thread.ofPlatform().name("shard").unstarted(loop);
    metrics = new ArrayList<>(EmbeddedMetrics.of(this, settings.minFree()));
  }

  /**
   * Opens or creates the store in a directory, starts the engine on it, and keeps the store below
   * its size limit. Closing the engine closes all of this.
   *
   * @param removals receives what the size limit removes
   * @throws StoreException if the store cannot be opened
   */
  public static EmbeddedEngine open(
      Path directory,
      Rules rules,
      EmbeddedSettings settings,
      EngineContext context,
      StoreSizeLimit.Listener removals) {
    RocksShardStore store = RocksShardStore.open(directory, settings.storeMemory());
    try {
      EmbeddedEngine engine = create(store, store.identity(), rules, settings, context);
      StoreSizeLimit limit = StoreSizeLimit.start(engine, store, settings.maxBytes(), removals);
      engine.ownStore = store;
      engine.sizeLimit = limit;
      engine.directory = directory;
      engine.metrics.addAll(EmbeddedMetrics.of(store));
      engine.metrics.addAll(EmbeddedMetrics.of(limit));
      engine.thread.start();
      return engine;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * Starts an engine on a store, which reads endpoints but no messages. The caller closes the
   * store.
   */
  public static EmbeddedEngine start(
      EmbeddedStore store,
      ShardIdentity identity,
      Rules rules,
      EmbeddedSettings settings,
      EngineContext context) {
    EmbeddedEngine engine = create(store, identity, rules, settings, context);
    engine.thread.start();
    return engine;
  }

  /** Creates an engine without starting its thread: a test drives it with {@link #step}. */
  static EmbeddedEngine create(
      EmbeddedStore store,
      ShardIdentity identity,
      Rules rules,
      EmbeddedSettings settings,
      EngineContext context) {
    return new EmbeddedEngine(store, identity, rules, settings, context);
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    if (!space.enough()) {
      throw new RefusedException(Refusal.VOLUME_FULL);
    }
    IntakeLoad load = IntakeLoad.of(events);
    inbox.checkCapacity(load);
    List<InboxItem.Matched> matched = new ArrayList<>(events.size());
    for (Event event : events) {
      matched.add(new InboxItem.Matched(event, match(event)));
    }
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    inbox.offer(new InboxItem.Events(requests.incrementAndGet(), matched, load, reply));
    return reply;
  }

  private List<SubscriptionId> match(Event event) {
    List<Subscription> wanted = subscriptions.match(event);
    List<SubscriptionId> ids = new ArrayList<>(wanted.size());
    for (Subscription subscription : wanted) {
      ids.add(subscription.id());
    }
    return ids;
  }

  @Override
  public CompletableFuture<Reply> execute(LongFunction<Command> command) {
    long request = requests.incrementAndGet();
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    inbox.offer(new InboxItem.CommandItem(request, command.apply(request), reply));
    return reply;
  }

  @Override
  public EngineReads reads() {
    return reads;
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return subscriptions;
  }

  @Override
  public boolean isInFlight(MessageId message) {
    return inFlight.contains(message);
  }

  /** The marks, in memory: a restart removes them, and with them every session. */
  @Override
  public ExpiringMarks marks() {
    return marks;
  }

  @Override
  public EngineHealth health() {
    EngineHealth health = loop.health();
    if (health.state() == EngineHealth.State.RUNNING && !space.enough()) {
      return new EngineHealth(
          EngineHealth.State.VOLUME_FULL,
          "The volume of the store has %d bytes free, less than data.min-free (%d): events are refused."
              .formatted(space.free(), settings.minFree()));
    }
    return health;
  }

  @Override
  public List<EngineMetric> metrics() {
    return List.copyOf(metrics);
  }

  @Override
  public CompletableFuture<ShardMetrics> shardMetrics() {
    return loop.metrics();
  }

  @Override
  public boolean runsEveryShard() {
    return true;
  }

  /**
   * The load of an engine.
   *
   * @param turns turns since the start, each with one commit
   * @param inFlight requests handed to the sender whose outcome is not recorded yet
   */
  record Load(Inbox.Use inbox, long turns, int inFlight) {}

  Load load() {
    return new Load(inbox.use(), loop.turns(), loop.inFlight());
  }

  /** The free bytes of the volume at the last check. */
  long freeBytes() {
    return space.free();
  }

  @Override
  public Optional<BackupSource> backup() {
    RocksShardStore store = ownStore;
    Path location = directory;
    return store == null || location == null
        ? Optional.empty()
        : Optional.of(new StoreCopy(store, location));
  }

  /** The store as a source of backups. */
  private record StoreCopy(RocksShardStore store, Path directory) implements BackupSource {
    @Override
    public long bytes() {
      return store.sizeOnDisk();
    }

    @Override
    public void copyTo(Path target) {
      store.checkpoint(target.resolve("store"));
    }
  }

  /** Does nothing: the engine already runs and advertises no address. */
  @Override
  public void start(int port) {}

  @Override
  public CompletableFuture<@Nullable Void> termination() {
    return loop.termination().copy();
  }

  /** Checks the clocks at once, after a test has moved them. */
  void checkClocks() {
    inbox.wakeUp();
  }

  /** Runs one turn if there is work; for tests, instead of the thread. */
  boolean step() throws InterruptedException {
    return loop.step(0);
  }

  @Override
  public void close() {
    if (thread.equals(Thread.currentThread())) {
      throw new IllegalStateException("the engine cannot be closed from its own thread");
    }
    if (sizeLimit != null) {
      sizeLimit.close();
    }
    loop.drain(time.monotonicNanos() + settings.drain().toNanos());
    awaitThread();
    if (ownStore != null) {
      ownStore.close();
    }
  }

  private void awaitThread() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
