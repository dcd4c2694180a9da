package io.posthorn.e2e.environment;

import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.DirectoryTree;
import io.posthorn.testkit.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Kafka as the engine under test: one broker for the whole run, and separate topics for each
 * server, which it keeps over restarts.
 */
public final class TestedKafka implements TestedEngine {
  static final TestedKafka INSTANCE = new TestedKafka();

  /** A test key; all nodes of an installation share it. */
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private final Map<Path, String> prefixes = new ConcurrentHashMap<>();
  private final AtomicInteger servers = new AtomicInteger();
  private final Path directory = directory();
  private final SecuredListener secured = new SecuredListener(directory);
  private @Nullable KafkaBroker broker;

  private TestedKafka() {}

  @Override
  public Map<String, String> settings(Path directory) {
    String prefix =
        prefixes.computeIfAbsent(directory, made -> "server-" + servers.incrementAndGet());
    return Map.of(
        "engine",
        "kafka",
        "data.dir",
        directory.resolve("data").toString(),
        "kafka.bootstrap-servers",
        broker().bootstrapServers(),
        "kafka.topic-prefix",
        prefix,
        // Few are enough, and start faster.
        "kafka.partitions",
        "3",
        "kafka.replication-factor",
        "1",
        "kafka.standby-replicas",
        "0",
        "security.encryption-key",
        ENCRYPTION_KEY);
  }

  /** The broker's second listener, which requires a password. */
  public static SecuredListener secured() {
    INSTANCE.broker();
    return INSTANCE.secured;
  }

  /** Allows the user of the second listener what nodes with this prefix need. */
  public static void allow(String prefix) {
    INSTANCE.secured.allow(INSTANCE.broker(), prefix);
  }

  private synchronized KafkaBroker broker() {
    if (broker != null) {
      return broker;
    }
    KafkaBroker started = KafkaBroker.start(directory, secured.settingsOfBroker());
    secured.createUser(started);
    broker = started;
    ChildProcess.afterLastChild(() -> DirectoryTree.delete(directory));
    return started;
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("posthorn-e2e-kafka");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
