package io.posthorn.kafka;

import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.command.CommandClient;
import io.posthorn.kafka.command.EventProducer;
import io.posthorn.kafka.directory.BrokerContact;
import io.posthorn.kafka.directory.ClusterSessions;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.directory.TopicReader;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.task.DeliveryTopology;
import io.posthorn.kafka.task.LocalShards;
import io.posthorn.kafka.task.TaskContext;
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

/** Builds a node from its parts, in the order of their dependencies. */
final class NodeAssembly {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Twice the time to find and abort a hanging transaction. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /** The largest message has to fit. */
  private static final long LEAST_BYTES = 4L << 20;

  private static final Duration PURGE_EVERY = Duration.ofSeconds(10);
  private static final Duration LOOK_FOR_HANGING_EVERY = Duration.ofSeconds(5);

  private final NodeSettings settings;
  private final Rules rules;
  private final NodeContext context;
  private final TopicNames names;
  private final Clients clients;
  private final ShardAssignment assignment;
  private final LocalShards localShards = new LocalShards();
  private final BrokerContact contact = new BrokerContact(System::nanoTime);
  private final DirectoryEntries entries = new DirectoryEntries();
  private final ClusterSessions.Known endedSessions = new ClusterSessions.Known();
  private final KeyProof proof;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  /** The open parts, closed in reverse order. */
  private final ArrayDeque<Runnable> opened = new ArrayDeque<>();

  private NodeAssembly(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    this.settings = settings;
    proof = new KeyProof(key);
    this.rules = perShard(rules, settings.topics().partitions());
    this.context = context;
    names = settings.names();
    clients = new Clients(settings);
    assignment = new ShardAssignment(settings.topics().partitions());
  }

  /**
   * The rules of one shard: its share of the node's limits, because a node may have to run all
   * shards. Waiting messages are not limited here: an acknowledged event is never refused.
   */
  static Rules perShard(Rules rules, int shards) {
    DeliveryLimits limits = rules.limits();
    return rules.withLimits(
        limits
            .withInFlight(
                Math.max(1, limits.maxInFlight() / shards),
                limits.maxInFlightPerEndpoint(),
                Math.max(LEAST_BYTES, limits.maxBytesInFlight() / shards))
            .withWaitingMessages(DeliveryLimits.UNLIMITED));
  }

  /** Starts a node and joins the cluster. */
  static NodeParts start(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    NodeAssembly assembly = new NodeAssembly(settings, rules, context, key);
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

  private NodeParts assemble() throws InterruptedException {
    Admin admin = Admin.create(clients.admin());
    opened.push(() -> admin.close(TIMEOUT));
    Topics topics = new Topics(admin, names, settings.topics());
    int copies = topics.replication();
    int installation = topics.ensure(copies);
    HangingTransactions hanging =
        new HangingTransactions(
            admin, names.prefix(), names.writtenByShards(), context.time()::wallMillis);
    // Before reading the directory: a transaction that hangs there would keep every node from
    // starting.
    every(LOOK_FOR_HANGING_EVERY, "hanging transactions", hanging::run);

    NodeDirectory directory = directory(admin, hanging);
    Producer<byte[], byte[]> producer = new KafkaProducer<>(clients.producer());
    opened.push(() -> producer.close(TIMEOUT));
    proof.check(producer, names.directory(), directory);
    EventProducer events = events(producer, directory);
    CommandClient commands = commands(producer, directory);
    ShardThreads shards = shards(directory, installation, copies);
    every(PURGE_EVERY, "purge", new TopicPurge(shards.streams(), admin, names)::run);
    ClusterReads reads =
        new ClusterReads(
            assignment,
            entries,
            shards,
            context.peers(),
            () -> context.time().wallMillis() - settings.history().toMillis());
    shards.start();
    return new NodeParts(
        settings,
        assignment,
        localShards,
        contact,
        entries,
        events,
        commands,
        new ClusterSessions(producer, names.directory(), endedSessions, contact),
        shards,
        hanging,
        reads,
        ended,
        this::close);
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
    if (KeyProof.is(key)) {
      proof.note(value);
    } else if (ClusterSessions.Known.holds(key)) {
      endedSessions.apply(key, value);
    } else {
      entries.apply(key, value);
    }
  }

  private void run(TopicReader reader) {
    opened.push(reader::close);
    var _ =
        reader
            .ended()
            .whenComplete(
                (nothing, error) -> {
                  if (error != null) {
                    ended.completeExceptionally(error);
                  }
                });
    reader.start();
  }

  private EventProducer events(Producer<byte[], byte[]> producer, DirectoryLog directory) {
    return new EventProducer(
        producer,
        names.intake(),
        assignment.shards(),
        directory,
        settings.intakeEvents(),
        settings.intakeBytes());
  }

  private CommandClient commands(Producer<byte[], byte[]> producer, DirectoryLog directory) {
    CommandClient client =
        new CommandClient(
            producer,
            names.shards(),
            assignment,
            entries.subscriptions(),
            directory,
            settings.commandTimeout(),
            context.time()::wallMillis,
            new SecureRandom().nextLong());
    run(
        new TopicReader(
            clients.reader(), names.answers(), TopicReader.Start.END, contact, client::answered));
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
            directory,
            context.sender(),
            context.listener(),
            context.time(),
            contact,
            localShards);
    ShardThreads threads =
        new ShardThreads(
            DeliveryTopology.of(
                host, settings.topics().maxMessageBytes(), Topics.minInSync(copies)),
            clients.streams(copies),
            names.shards(),
            settings.advertisedAddress(),
            localShards,
            new CleanShutdownMarker(settings.stateDirectory()),
            ended::completeExceptionally);
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
    ended.complete(null);
  }
}
