package io.posthorn.e2e.environment;

import java.nio.file.Path;
import java.util.Map;

/**
 * The engine that the suite runs against, with the settings that a server needs for it. Chosen by
 * the system property {@code posthorn.engine}.
 */
public interface TestedEngine {
  /** One process on RocksDB. */
  TestedEngine EMBEDDED =
      directory ->
          Map.of(
              "engine", "embedded",
              "data.dir", directory.resolve("data").toString(),
              // Tests must run on machines whose volumes are nearly full, too.
              "data.min-free", "1KiB");

  /**
   * Settings for one server.
   *
   * @param directory the server's own, the same before and after a restart
   */
  Map<String, String> settings(Path directory);

  /** The engine of this run. */
  static TestedEngine chosen() {
    String name = System.getProperty("posthorn.engine", "embedded");
    return switch (name) {
      case "embedded" -> EMBEDDED;
      case "kafka" -> TestedKafka.INSTANCE;
      default -> throw new IllegalStateException("There is no engine " + name + " to test.");
    };
  }
}
