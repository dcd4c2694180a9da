package io.posthorn.kafka;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The base of tests of nodes on one real broker, which all tests of a class share. */
@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrokerTest {
  static final Duration SOON = Duration.ofSeconds(60);

  @SuppressWarnings("NullAway.Init")
  KafkaBroker broker;

  @SuppressWarnings("NullAway.Init")
  Path directory;

  @BeforeAll
  void start(@TempDir Path given) {
    directory = given;
    broker = KafkaBroker.start(given.resolve("kafka"));
  }

  @AfterAll
  void stop() {
    broker.close();
  }
}
