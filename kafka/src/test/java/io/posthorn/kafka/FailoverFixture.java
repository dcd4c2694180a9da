package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.TimeSource;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker, a receiver that counts, and a node under load: for tests in which the broker dies. */
final class FailoverFixture implements BeforeEachCallback, AfterEachCallback {
  static final Duration LONG = Duration.ofSeconds(120);
  private static final int SUBSCRIPTIONS = 6;
  private static final int SHARDS = 4;

  /** An endpoint is disabled by its tenth failure in a row, and probed again much later. */
  private static final Rules RULES =
      Rules.DEFAULT.withCircuit(
          new CircuitRules(
              CircuitRules.DEFAULT.window(),
              CircuitRules.DEFAULT.minAttempts(),
              CircuitRules.DEFAULT.failureRate(),
              10,
              CircuitRules.DEFAULT.probeInterval(),
              CircuitRules.DEFAULT.freezeConsecutive(),
              CircuitRules.DEFAULT.freezeSinceSuccess(),
              CircuitRules.DEFAULT.freezeConsecutiveAnyTime()));

  /** The events that each path received, with the number of times. */
  private final Map<String, Integer> received = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private KafkaBroker broker;

  @SuppressWarnings("NullAway.Init")
  private HttpReceiver receiver;

  @Override
  public void beforeEach(ExtensionContext test) throws IOException {
    directory = Files.createTempDirectory("posthorn-failover");
    broker = KafkaBroker.start(directory.resolve("kafka"));
    receiver =
        HttpReceiver.builder()
            .behaviour("/hook/bad", Behaviour.always(500))
            .keep(0)
            .listener(this::count)
            .start();
  }

  private void count(ReceivedRequest request, PlannedResponse response) {
    if (response.isSuccess()) {
      received.merge(request.path() + " " + request.header("event-id"), 1, Integer::sum);
    }
  }

  @Override
  public void afterEach(ExtensionContext test) {
    receiver.close();
    broker.close();
    DirectoryTree.delete(directory);
  }

  KafkaBroker broker() {
    return broker;
  }

  private NodeSettings settings() {
    return NodeSettings.builder(
            broker.bootstrapServers(), directory.resolve("here"), "127.0.0.1:40001")
        .topics(TopicNames.DEFAULT, TopicSettings.DEFAULT.withPartitions(SHARDS))
        .threads(1)
        .storeMemory(64L << 20)
        // A node that is cut off is missed, and its transaction aborted, as soon as brokers allow.
        .clients(
            Map.of(
                "consumer.session.timeout.ms", "6000",
                "consumer.heartbeat.interval.ms", "1000",
                "producer.transaction.timeout.ms", "6000"))
        .build();
  }

  /** A node in this process. */
  RunningNode engine() {
    return RunningNode.start(
        settings(),
        RULES,
        new NodeContext(
            new LoopbackSender("http://127.0.0.1:" + receiver.port()),
            EffectListener.NONE,
            TimeSource.SYSTEM,
            new DirectPeers()));
  }

  static void awaitRunning(RunningNode engine) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(engine.health())
                    .as("%s", engine.metrics())
                    .extracting(EngineHealth::state)
                    .isEqualTo(EngineHealth.State.RUNNING));
  }

  static void subscribe(RunningNode engine) throws Exception {
    for (int i = 1; i <= SUBSCRIPTIONS; i++) {
      subscribe(engine, KafkaSamples.subscription(i, "TASK"));
    }
    subscribe(engine, bad());
  }

  private static Subscription bad() {
    return KafkaSamples.subscription(99, "TASK", "https://receiver.example/hook/bad");
  }

  private static void subscribe(RunningNode engine, Subscription subscription) throws Exception {
    assertThat(
            engine
                .execute(
                    request ->
                        new Command.CreateSubscription(request, subscription, new byte[] {1}))
                .get(60, TimeUnit.SECONDS))
        .isEqualTo(Reply.DONE);
  }

  /** Posts as a caller does: again, with the same id, until it is accepted. */
  static void post(RunningNode engine, String id) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              try {
                return engine
                        .accept(List.of(KafkaSamples.event(id, "TASK")))
                        .get(60, TimeUnit.SECONDS)
                    instanceof Reply.Accepted;
              } catch (RefusedException e) {
                return false;
              } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(RefusedException.class);
                return false;
              }
            });
  }

  void allReceived(RunningNode engine, int events) {
    await().atMost(LONG).until(() -> received.size() == events * SUBSCRIPTIONS);
    for (int i = 1; i <= SUBSCRIPTIONS; i++) {
      Subscription subscription = KafkaSamples.subscription(i, "TASK");
      // An attempt may be repeated; it is recorded once.
      await().atMost(LONG).until(() -> endpoint(engine, subscription).successes() == events);
      assertThat(endpoint(engine, subscription).failures()).isZero();
    }
  }

  /** The endpoint that fails has been disabled by its tenth failure; nothing of it is lost. */
  static void circuitIsExact(RunningNode engine, int events) {
    EndpointView endpoint = endpoint(engine, bad());
    assertThat(endpoint.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(endpoint.successes()).isZero();
    // The tenth shuts it; of those that had left before, some may come back after.
    assertThat(endpoint.consecutiveFailures()).isBetween(10L, 13L);
    assertThat(endpoint.failures()).isEqualTo(endpoint.consecutiveFailures());
    assertThat(endpoint.waitingFirst() + endpoint.waitingRetry()).isEqualTo(events);
  }

  private static EndpointView endpoint(RunningNode engine, Subscription subscription) {
    EndpointView view =
        engine
            .reads()
            .readMerged(
                missed -> {},
                store ->
                    new EndpointReader(store, RULES.circuit())
                        .get(
                            KafkaSamples.CUSTOMER,
                            subscription.endpointId(),
                            System.currentTimeMillis()));
    if (view == null) {
      throw new AssertionError("no endpoint " + subscription.endpointId());
    }
    return view;
  }
}
