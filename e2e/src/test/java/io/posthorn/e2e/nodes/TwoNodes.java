package io.posthorn.e2e.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.environment.SelfSigned;
import io.posthorn.e2e.environment.TestedKafka;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two nodes of one installation, with checks that both return the same. */
final class TwoNodes implements AutoCloseable {
  static final int PARTITIONS = 4;

  private final Path directory;
  private final SelfSigned certificate;
  private final Map<String, String> settings;
  private final ServerProcess one;
  private final ServerProcess two;

  private final String prefix;

  private TwoNodes(Path directory, Map<String, String> settings) throws IOException {
    this.directory = directory;
    prefix = settings.getOrDefault("kafka.topic-prefix", "two-nodes");
    this.settings = settings;
    certificate = SelfSigned.in(directory);
    TestedKafka.allow(prefix);
    one = node("one");
    two = node("two");
  }

  /** Starts both, and waits until both are ready. */
  static TwoNodes start(Path directory, Map<String, String> settings) throws IOException {
    TwoNodes nodes = new TwoNodes(directory, settings);
    nodes.one.start();
    nodes.two.start();
    return nodes;
  }

  /** A node of the same installation that is not started yet, with its own files. */
  ServerProcess node(String name) throws IOException {
    return PosthornJar.server(Files.createDirectories(directory.resolve(name)))
        .with(TestedKafka.secured().settings())
        .with("http.tls.certificate", certificate.certificate().toString())
        .with("http.tls.key", certificate.key().toString())
        .trusting(certificate.trust())
        .with("kafka.topic-prefix", prefix)
        .with("kafka.partitions", String.valueOf(PARTITIONS))
        .with(settings);
  }

  ServerProcess one() {
    return one;
  }

  ServerProcess two() {
    return two;
  }

  /** Checks that both return the same. */
  void same(String path) {
    assertThat(read(two, path)).isEqualTo(read(one, path));
  }

  private static JsonNode read(ServerProcess node, String path) {
    ObjectNode json = (ObjectNode) Api.of(node).get(path).expect(200).json();
    json.remove("ruleDistance"); // includes the time since the last success
    return json;
  }

  /** The ids in a list; checks that both return the same. */
  List<String> ids(String list) {
    List<String> ids = ids(Api.of(one), list);
    assertThat(ids(Api.of(two), list)).isEqualTo(ids);
    return ids;
  }

  private static List<String> ids(Api api, String list) {
    List<String> ids = new ArrayList<>();
    api.get(list).expect(200).json().at("/data").forEach(one -> ids.add(one.at("/id").asText()));
    return ids;
  }

  /** The number of shards on a node, by its metrics. */
  static int shards(Api api) {
    return metric(api, "posthorn_shards");
  }

  /** A metric of a node, without labels; 0 if it is not there. */
  static int metric(Api api, String name) {
    return api.get("/metrics")
        .expect(200)
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  @Override
  public void close() {
    one.close();
    two.close();
  }
}
