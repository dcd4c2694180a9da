package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.kafka.clock.ComparedClock;
import io.posthorn.kafka.clock.Heartbeat;
import io.posthorn.kafka.command.CommandClient;
import io.posthorn.kafka.command.EventProducer;
import io.posthorn.kafka.command.HeldRecordCounts;
import io.posthorn.kafka.command.ShardBacklog;
import io.posthorn.kafka.command.WaitingMessageCounts;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.ClusterMarks;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryFreshness;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.directory.TopicReader;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.task.DeliveryTopology;
import io.posthorn.kafka.task.EventRouter;
import io.posthorn.kafka.task.LocalShards;
import io.posthorn.kafka.task.NodeInFlight;
import io.posthorn.kafka.task.TaskContext;
import io.posthorn.kafka.topic.BrokerRequirements;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.Topics;
import io.posthorn.kafka.topic.TopicsException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** The builder of a node: opens its parts in the order of their dependencies. */
final class NodeBuilder {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Twice the time to find and abort a hanging transaction. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /** The time in which a clock that drifts is detected; one that jumps shows at once. */
  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(1);

  /** Each count is two requests; between two counts the backlog is estimated. */
  private static final Duration BACKLOG_INTERVAL = Duration.ofSeconds(1);

  private static final Duration PURGE_EVERY = Duration.ofSeconds(10);
  private static final Duration HANGING_CHECK_INTERVAL = Duration.ofSeconds(5);
  private static final Duration ELECTION_INTERVAL = Duration.ofSeconds(1);

  /** Short, because the shards of a killed node wait for it. */
  private static final Duration ORPHANED_CHECK_INTERVAL = Duration.ofSeconds(1);

  private final NodeSettings settings;
  private final Rules rules;
  private final NodeContext context;
  private final TopicNames names;
  private final Clients clients;
  private final ShardAssignment assignment;
  private final EventRouter router;
  private final LocalShards localShards = new LocalShards();
  private final NodeInFlight inFlight;
  private final HeldRecordCounts held = new HeldRecordCounts(System::nanoTime);
  private final ShardBacklog backlog;
  private final WaitingMessageCounts waitingMessages;
  private final BrokerConnectivity contact = new BrokerConnectivity(System::nanoTime);
  private final DirectoryEntries entries = new DirectoryEntries();
  private final ClusterMarks.Known knownMarks = new ClusterMarks.Known();
  private final EncryptionKeyCheck proof;
  private final ComparedClock clock;
  private final CompletableFuture<@Nullable Void> termination = new CompletableFuture<>();

  /** The open parts, closed in reverse order. */
  private final ArrayDeque<Runnable> opened = new ArrayDeque<>();

  private NodeBuilder(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    this.settings = settings;
    proof = new EncryptionKeyCheck(key);
    this.rules = withoutWaitingLimit(rules);
    inFlight = new NodeInFlight(rules.limits());
    this.context = context;
    clock = new ComparedClock(context.time(), settings.maxClockOffset());
    names = settings.names();
    clients = new Clients(settings);
    waitingMessages =
        new WaitingMessageCounts(
            rules.limits().waitingMessages(), settings.topics().partitions(), System::nanoTime);
    backlog =
        new ShardBacklog(
            settings.topics().partitions(),
            settings.backlog().records(),
            settings.backlog().bytes(),
            held);
    assignment = new ShardAssignment(settings.topics().partitions());
    router = new EventRouter(assignment, entries.subscriptions(), rules.operatorSubscription());
  }

  /** Waiting messages are not limited in shards: an acknowledged event is never refused. */
  static Rules withoutWaitingLimit(Rules rules) {
    return rules.withLimits(rules.limits().withWaitingMessages(DeliveryLimits.UNLIMITED));
  }

  /** Starts a node and joins the cluster. */
  static NodeComponents start(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    NodeBuilder assembly = new NodeBuilder(settings, rules, context, key);
    try {
      return assembly.assemble();
    } catch (InterruptedException e) {
      assembly.close();
      Thread.currentThread().interrupt();
      throw new TopicsException("The start was interrupted.", e);
    } catch (RuntimeException e) {
      assembly.close();
      throw e;
    }
  }

  private NodeComponents assemble() throws InterruptedException {
    Admin admin = Admin.create(clients.admin());
    opened.push(() -> admin.close(TIMEOUT));
    Topics topics = new Topics(admin, names, settings.topics());
    int copies = topics.replication();
    new BrokerRequirements(admin).check(copies);
    int installation = topics.ensure(copies);
    Producer<byte[], byte[]> producer = new KafkaProducer<>(clients.producer());
    opened.push(() -> producer.close(TIMEOUT));
    compareClocks(producer);
    HangingTransactions hanging = hangingTransactions(admin);
    // Before reading the directory: a transaction that hangs there would keep every node from
    // starting.
    every(HANGING_CHECK_INTERVAL, "hanging transactions", hanging::run);

    NodeDirectory directory = directory(admin, hanging);
    proof.check(producer, names.directory(), directory);
    readReports();
    EventProducer events = events(producer);
    CommandClient commands = commands(producer, directory);
    ParkedNames parked = new ParkedNames();
    run(
        new TopicReader(
            clients.reader(),
            names.parked(),
            TopicReader.Start.BEGINNING,
            contact,
            record -> parked.apply(record.key(), record.value())));
    ShardThreads shards = shards(directory, installation, copies);
    every(
        BACKLOG_INTERVAL,
        "backlog",
        new BacklogCount(admin, names, assignment.shards(), backlog, System::nanoTime)::run);
    every(PURGE_EVERY, "purge", new TopicPurge(shards.streams(), admin, names)::run);
    ClusterReads reads =
        new ClusterReads(
            assignment,
            entries,
            shards,
            context.peers(),
            () -> clock.wallMillis() - settings.history().toMillis());
    shards.start();
    every(
        ORPHANED_CHECK_INTERVAL,
        "orphaned transactions",
        new OrphanedTransactions(admin, names.prefix(), shards::memberName)::run);
    return new NodeComponents(
        settings,
        assignment,
        localShards,
        inFlight,
        backlog,
        contact,
        entries,
        events,
        commands,
        new ClusterMarks(producer, names.directory(), knownMarks, contact),
        shards,
        hanging,
        clock,
        parked,
        proof,
        reads,
        termination,
        this::close);
  }

  private HangingTransactions hangingTransactions(Admin admin) {
    LeaderElection election =
        new LeaderElection(clients.reader(), names.prefix() + "-leader", names.directory());
    opened.push(election::close);
    every(ELECTION_INTERVAL, "leader election", election::run);
    return new HangingTransactions(
        admin,
        new HangingTransactions.Watched(
            settings.bootstrapServers(), names.prefix(), names.writtenByShards()),
        new CoordinatorLog(clients.reader()),
        election::elected,
        clock::wallMillis);
  }

  private void compareClocks(Producer<byte[], byte[]> producer) throws InterruptedException {
    Heartbeat heartbeat =
        new Heartbeat(
            producer, names.heartbeats(), settings.advertisedAddress(), clock, this::report);
    heartbeat.first();
    every(HEARTBEAT_INTERVAL, "heartbeat", heartbeat::run);
  }

  /** The report of this node in its heartbeats. */
  private byte[] report() {
    byte[] waiting =
        waitingMessages.limited() ? waitingMessages.encode(localShards.waiting()) : new byte[0];
    byte[] holding = HeldRecordCounts.encode(localShards.held());
    return new ByteWriter(waiting.length + holding.length + 16)
        .blob(waiting)
        .blob(holding)
        .toBytes();
  }

  private void reported(byte[] node, byte[] value) {
    if (value.length > 0) { // the first heartbeat of a node has no report
      String name = new String(node, UTF_8);
      ByteReader in = new ByteReader(value);
      waitingMessages.reported(name, in.blob());
      held.reported(name, in.blob());
    }
  }

  /** Reads the whole directory first: without it a node cannot match events. */
  private NodeDirectory directory(Admin admin, HangingTransactions hanging)
      throws InterruptedException {
    TopicReader reader =
        new TopicReader(
            clients.reader(),
            names.directory(),
            TopicReader.Start.BEGINNING,
            contact,
            record -> learn(record.key(), record.value()));
    run(reader);
    NodeDirectory directory = new NodeDirectory(reader, admin, names.directory(), hanging::trouble);
    directory.catchUp(START_TIMEOUT);
    return directory;
  }

  private void learn(byte[] key, byte @Nullable [] value) {
    if (EncryptionKeyCheck.is(key)) {
      proof.note(key, value);
    } else if (ClusterMarks.Known.holds(key)) {
      knownMarks.apply(key, value);
    } else {
      entries.apply(key, value);
    }
  }

  private void run(TopicReader reader) {
    opened.push(reader::close);
    var _ =
        reader
            .termination()
            .whenComplete(
                (nothing, error) -> {
                  if (error != null) {
                    termination.completeExceptionally(error);
                  }
                });
    reader.start();
  }

  /** Reads what all nodes report about their shards. */
  private void readReports() {
    run(
        new TopicReader(
            clients.reader(),
            names.heartbeats(),
            TopicReader.Start.END,
            contact,
            record -> reported(record.key(), record.value())));
  }

  private EventProducer events(Producer<byte[], byte[]> producer) {
    return new EventProducer(
        producer,
        names.shards(),
        router,
        backlog,
        waitingMessages,
        NodeSettings.INTAKE_EVENTS,
        NodeSettings.INTAKE_BYTES);
  }

  private CommandClient commands(Producer<byte[], byte[]> producer, DirectoryLog directory) {
    CommandClient client =
        new CommandClient(
            producer,
            names.shards(),
            assignment,
            entries,
            names.directory(),
            directory,
            NodeSettings.COMMAND_TIMEOUT,
            Thread::startVirtualThread,
            clock::wallMillis,
            new SecureRandom().nextLong());
    run(
        new TopicReader(
            clients.reader(), names.replies(), TopicReader.Start.END, contact, client::replied));
    return client;
  }

  private ShardThreads shards(DirectoryLog directory, int installation, int copies) {
    TaskContext host =
        new TaskContext(
            names,
            assignment,
            rules,
            installation,
            entries,
            new DirectoryFreshness(
                directory,
                check -> Thread.ofVirtual().name("directory check").start(check),
                clock::wallMillis),
            context.sender(),
            context.listener(),
            clock,
            contact,
            localShards,
            inFlight,
            waitingMessages.limited() ? waitingMessages.least() : Long.MAX_VALUE,
            EventRateLimit.of(settings.eventsPerSecond(), context.time()::monotonicNanos),
            router,
            settings.maxClockOffset());
    ShardThreads threads =
        new ShardThreads(
            DeliveryTopology.of(
                host, settings.topics().maxMessageBytes(), Topics.minInSync(copies)),
            clients.streams(copies),
            names.shards(),
            settings.advertisedAddress(),
            localShards,
            contact,
            new CleanShutdownMarker(settings.stateDirectory()),
            termination::completeExceptionally);
    opened.push(threads::close);
    return threads;
  }

  private void every(Duration pause, String name, Runnable task) {
    PeriodicTask rounds = new PeriodicTask(name, pause, task);
    opened.push(rounds::close);
  }

  private void close() {
    opened.forEach(Runnable::run);
    opened.clear();
    termination.complete(null);
  }
}
