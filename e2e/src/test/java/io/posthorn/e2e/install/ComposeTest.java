package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compose files, read by the Compose Specification's own library. */
@Tag("release")
final class ComposeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FILES = Artefacts.REPOSITORY.resolve("packaging/compose");
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final String CHECKER = "compose-check";

  /** The default of {@code kafka.partitions}. */
  private static final int SHARDS = 12;

  @TempDir static Path directory = Path.of("");

  @BeforeAll
  static void findTheChecker() {
    InstalledTool.require(
        directory,
        "go install github.com/compose-spec/compose-go/v2/cmd, as compose-check",
        CHECKER,
        "-h");
  }

  @Test
  void one_node_keeps_its_data_in_a_volume() throws IOException {
    JsonNode services = services("compose.yaml");

    assertThat(services.size()).isOne();
    assertIsANode(services.get("posthorn"));
  }

  @Test
  void three_nodes_share_a_broker_and_wait_for_it() throws IOException {
    JsonNode services = services("compose.kafka.yaml");

    assertThat(services.size()).isEqualTo(4);
    for (String name : new String[] {"node-1", "node-2", "node-3"}) {
      JsonNode node = services.get(name);
      assertIsANode(node);
      assertThat(node.at("/depends_on/kafka/condition").asText()).isEqualTo("service_healthy");
      assertThat(node.at("/environment/POSTHORN_KAFKA_ADVERTISED_ADDRESS").asText())
          .isEqualTo(name + ":8080");
    }
  }

  @Test
  void three_nodes_with_exactly_their_environment_form_one_installation() throws IOException {
    JsonNode services = services("compose.kafka.yaml");
    String arch = Artefacts.run(directory, "dpkg", "--print-architecture").strip();
    Path tar = Artefacts.file("posthorn-" + Artefacts.VERSION + "-image-" + arch + ".tar");
    Map<String, String> ofImage = OciImage.read(tar, directory.resolve("layout")).environment();
    List<String> names = List.of("node-1", "node-2", "node-3");

    try (ComposeProcesses processes = new ComposeProcesses(directory, services)) {
      processes.startBroker();
      names.forEach(name -> processes.startNode(name, ofImage));
      List<Platform> nodes = names.stream().map(processes::platform).toList();

      String message = OtherMachine.deliver(nodes.getFirst());
      for (Platform node : nodes) {
        node.awaitDelivered(message);
      }
      Await.until(
          "each shard on one node, and shards on each node",
          () -> {
            List<Integer> shards = names.stream().map(processes::shards).toList();
            return !shards.contains(0) && shards.stream().mapToInt(one -> one).sum() == SHARDS;
          });
    }
  }

  @Test
  void nodes_on_kafka_do_not_start_without_keys() {
    InstalledTool.Result result = InstalledTool.run(FILES, "", CHECKER, "compose.kafka.yaml");

    assertThat(result.succeeded()).isFalse();
    assertThat(result.output()).contains("POSTHORN_API_ADMIN_KEY is missing a value");
  }

  private static void assertIsANode(JsonNode node) {
    assertThat(node.get("image").asText()).isEqualTo("posthorn:" + Artefacts.VERSION);
    assertThat(node.get("read_only").asBoolean()).isTrue();
    assertThat(node.at("/volumes/0/target").asText()).isEqualTo("/var/lib/posthorn");
    // Posthorn itself reads the settings.
    Map<String, String> environment = new TreeMap<>();
    node.path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asText()));
    ChildProcess config = PosthornJar.run(environment, "config");
    assertThat(config.awaitExit()).as(config.toString()).isZero();
  }

  /** The services of a file with its keys filled in. The checker has no variables of its own. */
  private static JsonNode services(String name) throws IOException {
    String filled =
        Files.readString(FILES.resolve(name))
            .replaceAll("\\$\\{POSTHORN_API_ADMIN_KEY:[^}]*}", ServerProcess.ADMIN_KEY)
            .replaceAll("\\$\\{POSTHORN_SECURITY_ENCRYPTION_KEY:[^}]*}", ENCRYPTION_KEY);
    Path file = Files.writeString(directory.resolve(name), filled);
    String json = Artefacts.run(directory, CHECKER, "-format", "json", file.toString());
    return JSON.readTree(json).get("services");
  }
}
