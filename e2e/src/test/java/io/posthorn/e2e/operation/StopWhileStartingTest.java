package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.environment.TestedEngine;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.ServerProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Stopping a node while it takes over shards, which may take long. */
@Tag("thorough")
@EnabledIfSystemProperty(named = "posthorn.engine", matches = "kafka")
final class StopWhileStartingTest {
  private static final int EVENTS = 40;
  private static final int PAYLOAD_BYTES = 50_000;

  /** The read quota of each client: the payloads alone take longer than any wait in a test. */
  private static final double BYTES_PER_SECOND = 10_000;

  @TempDir Path directory = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Admin admin;

  @SuppressWarnings("NullAway.Init")
  private Map<String, String> settings;

  @BeforeEach
  void connect() {
    settings = TestedEngine.chosen().settings(directory);
    admin =
        Admin.create(
            Map.of("bootstrap.servers", String.valueOf(settings.get("kafka.bootstrap-servers"))));
  }

  @AfterEach
  void disconnect() throws Exception {
    letRead(null);
    admin.close();
  }

  @Test
  void it_leaves_the_group_at_once_and_its_stores_intact() throws Exception {
    try (HttpReceiver receiver = RecordingReceivers.start();
        ServerProcess server = PosthornJar.server(directory).start()) {
      List<String> messages = deliver(server, receiver);
      assertThat(server.stop()).isZero();
      Path stores = server.dataDirectory().resolve("shards");
      DirectoryTree.delete(stores); // as on a new machine: all state must be restored
      letRead(BYTES_PER_SECOND);

      ChildProcess starting = server.startWithoutWaiting();
      Await.until("joined", () -> members() > 0);
      assertThat(server.stop()).as("%s", starting).isZero();

      reportsOnlyItsStop(starting);
      assertThat(members()).isZero();
      assertThat(Files.exists(stores.resolve("clean-shutdown"))).isTrue();

      letRead(null);
      server.start();
      Platform platform = new Platform(Api.of(server));
      messages.forEach(message -> platform.awaitDelivered(message));
      assertThat(receiver.requests()).hasSize(EVENTS);
    }
  }

  @Test
  void it_does_not_wait_for_unreachable_brokers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerProcess server = PosthornJar.server(directory)) {
      server.with("kafka.bootstrap-servers", "127.0.0.1:" + silent.getLocalPort());

      ChildProcess starting = server.startWithoutWaiting();
      silent.setSoTimeout((int) Await.TIMEOUT.toMillis());
      try (Socket _ = silent.accept()) {
        assertThat(server.stop()).as("%s", starting).isZero();
      }

      reportsOnlyItsStop(starting);
    }
  }

  private static void reportsOnlyItsStop(ChildProcess process) {
    assertThat(process.err().all()).isEmpty();
    assertThat(process.out().all())
        .filteredOn(line -> !line.contains(" event=library_log "))
        .containsExactly(
            "Stopping: new calls are refused, requests in flight may finish.", "Stopped.");
  }

  /** Delivers large events and returns the ids of their messages. */
  private static List<String> deliver(ServerProcess server, HttpReceiver receiver) {
    Platform platform = new Platform(Api.of(server));
    platform.subscribe("TASK", receiver.url());
    Random random = new Random(9); // text that does not compress
    List<String> messages =
        random
            .ints(EVENTS)
            .mapToObj(
                seed -> {
                  byte[] bytes = new byte[PAYLOAD_BYTES];
                  new Random(seed).nextBytes(bytes);
                  String text = Base64.getEncoder().encodeToString(bytes);
                  return Api.of(server)
                      .post(
                          "/api/v1/events",
                          """
                          {"objCode": "TASK", "eventType": "CREATE", "newState": {"t": "%s"}}\
                          """
                              .formatted(text))
                      .expect(202)
                      .at("/events/0/id");
                })
            .map(platform::messageOf)
            .toList();
    messages.forEach(message -> platform.awaitDelivered(message));
    return messages;
  }

  /** The number of stream threads in the group, according to the brokers. */
  private int members() throws InterruptedException, ExecutionException {
    String group = String.valueOf(settings.get("kafka.topic-prefix"));
    return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
        .mapToInt(described -> described.members().size())
        .sum();
  }

  /** Sets the bytes per second that each client may read from the brokers; null for no quota. */
  private void letRead(@Nullable Double bytesPerSecond)
      throws InterruptedException, ExecutionException {
    ClientQuotaEntity everyClient =
        new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
    admin
        .alterClientQuotas(
            List.of(
                new ClientQuotaAlteration(
                    everyClient,
                    List.of(new ClientQuotaAlteration.Op("consumer_byte_rate", bytesPerSecond)))))
        .all()
        .get();
  }
}
