package io.posthorn.server.node;

import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.embedded.TimeSource;
import io.posthorn.kafka.KafkaEngine;
import io.posthorn.kafka.KafkaSettings;
import io.posthorn.kafka.NodeHealth;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.kafka.topic.TopicsException;
import io.posthorn.server.Engine;
import io.posthorn.server.api.HealthApi;
import io.posthorn.server.api.InFlight;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.console.SealedSessions;
import io.posthorn.server.console.Sessions;
import io.posthorn.server.http.Route;
import io.posthorn.server.peer.PeerApi;
import io.posthorn.server.peer.PeerClient;
import io.posthorn.server.peer.PeerSeal;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.HttpSettings;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.tls.PeerTrust;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** One node of many, on Kafka. It begins when its doors are open: others are told where it is. */
final class KafkaHost implements EngineHost {
  /** What the nodes' key for each other is made for; another version would have another. */
  private static final String PEER_KEY = "posthorn internal reads v1";

  private static final long LOOK_EVERY_MILLIS = 20;

  /** A start takes no longer to join the others, unless the brokers do not answer. */
  private static final long JOINING_SECONDS = 5;

  private final Grounds grounds;
  private final WatchedSender watched;
  private final PeerSeal seal;
  private final PeerClient peers;
  private final KafkaNode node;
  private final Sessions sessions;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  /** Held while the engine is started, so that whoever closes finds it. */
  private final ReentrantLock joining = new ReentrantLock();

  private volatile boolean closing;

  private KafkaHost(Grounds grounds) {
    Settings settings = grounds.settings();
    this.grounds = grounds;
    watched = new WatchedSender(grounds.sender());
    seal = new PeerSeal(grounds.box().keyFor(PEER_KEY), Clock.systemUTC());
    peers = new PeerClient(seal, trust(settings.http()), System::nanoTime);
    node =
        new KafkaNode(
            grounds.metrics().intake(), settings.retention().records(), Clock.systemUTC());
    sessions = new SealedSessions(grounds.box(), Clock.systemUTC(), new EndedOnAllNodes(node));
  }

  /** Opens it; it runs from {@link #begin} on. */
  static KafkaHost open(Grounds grounds, Opened opened) {
    KafkaHost host = new KafkaHost(grounds);
    opened.add(host, host::close);
    return host;
  }

  private static @Nullable SSLContext trust(HttpSettings http) {
    CertificateFiles files = http.tls();
    return files == null ? null : PeerTrust.of(files.certificate());
  }

  @Override
  public Engine engine() {
    return node;
  }

  @Override
  public InFlight inFlight() {
    return watched;
  }

  @Override
  public HealthApi.Condition condition() {
    KafkaEngine running = node.running();
    if (running == null) {
      return NodeCondition.STARTING;
    }
    NodeHealth health = running.health();
    boolean paused =
        health.state() == NodeHealth.State.RUNNING
            && node.read(view -> new CustomerReader(view).allPaused());
    return NodeCondition.of(health, paused);
  }

  @Override
  public @Nullable Backups backups() {
    return null;
  }

  @Override
  public Sessions sessions() {
    return sessions;
  }

  @Override
  public List<Route> internalRoutes() {
    return new PeerApi(seal, new OwnedByEngine(node)).routes();
  }

  @Override
  public void begin(int port) {
    awaitShards(join(port));
  }

  private KafkaEngine join(int port) {
    joining.lock();
    try {
      if (closing) {
        throw calledOff();
      }
      KafkaEngine engine =
          KafkaEngine.start(
              settings(port),
              grounds.rules(),
              new KafkaEngine.Surroundings(watched, grounds.listener(), TimeSource.SYSTEM, peers),
              new SharedKey(grounds.box()));
      node.runs(engine);
      grounds.metrics().watch(engine, Clock.systemUTC());
      var _ =
          engine
              .ended()
              .whenComplete(
                  (nothing, error) -> {
                    if (error == null) {
                      ended.complete(null);
                    } else {
                      ended.completeExceptionally(error);
                    }
                  });
      return engine;
    } catch (TopicsException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } finally {
      joining.unlock();
    }
  }

  /** What it takes over may be much; until it has it, /health tells how far it is. */
  private void awaitShards(KafkaEngine engine) {
    while (engine.health().state() == NodeHealth.State.STARTING && !closing) {
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StartException("The start was interrupted.", e);
      }
    }
    if (closing) {
      throw calledOff();
    }
    if (engine.health().state() == NodeHealth.State.FAILED) {
      throw new StartException(engine.health().detail(), null);
    }
  }

  private static StartException calledOff() {
    return new StartException("The node was told to stop before it had started.", null);
  }

  private KafkaSettings settings(int port) {
    Settings settings = grounds.settings();
    var kafka = settings.kafka();
    String address = kafka.advertisedAddress();
    KafkaSettings base =
        KafkaSettings.of(
            String.join(",", kafka.bootstrapServers()),
            grounds.directory().resolve("shards"),
            address == null ? settings.http().address(port) : address);
    return base.withTopics(
            new TopicNames(kafka.topicPrefix()),
            TopicSettings.DEFAULT
                .withPartitions(kafka.partitions())
                .withReplicationFactor(kafka.replicationFactor()))
        .withShape(base.threads(), kafka.standbyReplicas(), base.storeMemory())
        .withClients(kafka.client());
  }

  @Override
  public CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  @Override
  public void close() {
    closing = true;
    awaitJoined();
    KafkaEngine running = node.running();
    if (running != null) {
      running.close();
    }
    peers.close();
  }

  /** A start that still waits for brokers has joined nobody, and is left behind. */
  private void awaitJoined() {
    try {
      if (joining.tryLock(JOINING_SECONDS, TimeUnit.SECONDS)) {
        joining.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
