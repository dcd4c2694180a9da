package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged Helm chart, rendered for both engines and checked by the schemas of Kubernetes. */
@Tag("release")
final class ChartTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OLDEST = "1.25";
  private static final String NEWEST = "1.37";
  private static final String[] KAFKA = {
    "--set",
    "engine=kafka",
    "--set",
    "kafka.bootstrapServers={kafka-1:9092,kafka-2:9092}",
    "--set",
    "secretName=posthorn-keys"
  };

  /** The variables of the image and of the Secret. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "POSTHORN_DEFAULTS",
          Artefacts.REPOSITORY.resolve("packaging/image.yaml").toString(),
          "POSTHORN_API_ADMIN_KEY",
          ServerProcess.ADMIN_KEY,
          "POSTHORN_SECURITY_ENCRYPTION_KEY",
          "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

  /** Prints documents of YAML as one array of JSON. */
  private static final String TO_JSON =
      "import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))";

  @TempDir static Path directory = Path.of("");

  @BeforeAll
  static void installTheTools() {
    InstalledTool.require(directory, "go install helm.sh/helm/v3/cmd/helm", "helm", "version");
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    Artefacts.run(
        directory, python(), "-m", "pip", "install", "--quiet", "kubernetes-validate==1.37.0");
  }

  @Test
  void helm_finds_no_fault_and_the_versions_are_those_of_posthorn() {
    Artefacts.run(directory, "helm", "lint", "--strict", chart());
    Artefacts.run(
        directory,
        Stream.concat(Stream.of("helm", "lint", "--strict", chart()), Stream.of(KAFKA))
            .toArray(String[]::new));

    assertThat(Artefacts.run(directory, "helm", "show", "chart", chart()).lines())
        .contains("version: " + Artefacts.VERSION, "appVersion: " + Artefacts.VERSION);
  }

  @Test
  void the_embedded_engine_is_one_pod_with_a_volume() throws IOException {
    Map<String, JsonNode> manifests = render();

    JsonNode set = manifest(manifests, "StatefulSet/test-posthorn");
    assertThat(manifests).doesNotContainKey("PodDisruptionBudget/test-posthorn");
    assertThat(set.at("/spec/replicas").asInt()).isOne();
    assertThat(set.at("/spec/template/spec/affinity").isMissingNode()).isTrue();
    assertThat(set.at("/spec/template/spec/containers/0/envFrom").isMissingNode()).isTrue();
    assertThat(manifests.keySet()).noneMatch(name -> name.startsWith("Secret/"));
    assertThat(set.at("/spec/volumeClaimTemplates/0/spec/accessModes/0").asText())
        .isEqualTo("ReadWriteOnce");
    assertRestricted(set);
    assertSettingsAreValid(manifests);
  }

  @Test
  void the_kafka_engine_is_spread_and_takes_secrets_by_reference() throws IOException {
    Map<String, JsonNode> manifests = render(KAFKA);

    JsonNode set = manifest(manifests, "StatefulSet/test-posthorn");
    JsonNode pod = set.at("/spec/template/spec");
    assertThat(set.at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(
            manifest(manifests, "PodDisruptionBudget/test-posthorn")
                .at("/spec/maxUnavailable")
                .asInt())
        .isOne();
    JsonNode budget = manifest(manifests, "PodDisruptionBudget/test-posthorn");
    assertThat(budget.at("/spec/selector")).isEqualTo(set.at("/spec/selector"));
    JsonNode apart =
        pod.at("/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0");
    assertThat(apart.at("/podAffinityTerm/topologyKey").asText())
        .isEqualTo("kubernetes.io/hostname");
    assertThat(apart.at("/podAffinityTerm/labelSelector")).isEqualTo(set.at("/spec/selector"));
    assertThat(pod.at("/containers/0/envFrom/0/secretRef/name").asText())
        .isEqualTo("posthorn-keys");
    assertThat(manifests.keySet()).noneMatch(name -> name.startsWith("Secret/"));
    JsonNode nodes = manifest(manifests, "Service/test-posthorn-nodes");
    assertThat(nodes.at("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(set.at("/spec/serviceName")).isEqualTo(nodes.at("/metadata/name"));
    assertRestricted(set);
    assertSettingsAreValid(manifests);
  }

  @Test
  void a_certificate_replaces_the_proxy() throws IOException {
    Map<String, JsonNode> manifests = render("--set", "tls.secretName=certificate");

    JsonNode pod = manifest(manifests, "StatefulSet/test-posthorn").at("/spec/template/spec");
    assertThat(pod.at("/containers/0/volumeMounts").toString()).contains("/etc/posthorn-tls");
    assertThat(pod.get("volumes").toString())
        .contains("{\"name\":\"tls\",\"secret\":{\"secretName\":\"certificate\"}}");
    assertThat(settings(manifests))
        .contains("http.tls.certificate: /etc/posthorn-tls/tls.crt", "http.behind-proxy: false");
    assertSettingsAreValid(manifests);
  }

  @Test
  void one_pod_takes_its_secrets_by_reference_too() throws IOException {
    Map<String, JsonNode> manifests = render("--set", "secretName=posthorn-keys");

    JsonNode container =
        manifest(manifests, "StatefulSet/test-posthorn").at("/spec/template/spec/containers/0");
    assertThat(container.at("/envFrom/0/secretRef/name").asText()).isEqualTo("posthorn-keys");
    assertThat(manifests.keySet()).noneMatch(name -> name.startsWith("Secret/"));
  }

  @Test
  void pods_on_kafka_can_be_kept_on_machines_of_their_own() throws IOException {
    String[] options =
        Stream.concat(
                Stream.of(KAFKA), Stream.of("--set", "antiAffinity=hard", "--set", "replicas=5"))
            .toArray(String[]::new);

    JsonNode set = manifest(render(options), "StatefulSet/test-posthorn");

    assertThat(set.at("/spec/replicas").asInt()).isEqualTo(5);
    JsonNode affinity = set.at("/spec/template/spec/affinity/podAntiAffinity");
    assertThat(affinity.size()).isOne();
    JsonNode apart = affinity.at("/requiredDuringSchedulingIgnoredDuringExecution/0");
    assertThat(apart.get("topologyKey").asText()).isEqualTo("kubernetes.io/hostname");
    assertThat(apart.get("labelSelector")).isEqualTo(set.at("/spec/selector"));
  }

  @Test
  void settings_override_those_of_chart_and_image_whether_nested_or_dotted() throws IOException {
    String[] options =
        Stream.concat(
                Stream.of(KAFKA),
                Stream.of(
                    "--set",
                    "settings.kafka.bootstrap-servers={other:9092}",
                    "--set",
                    "settings.log\\.format=text",
                    "--set",
                    "settings.retry.limit=3"))
            .toArray(String[]::new);

    Map<String, JsonNode> manifests = render(options);

    assertThat(assertSettingsAreValid(manifests))
        .containsPattern("kafka\\.bootstrap-servers +other:9092 ")
        .containsPattern("log\\.format +text ")
        .containsPattern("retry\\.limit +3 ");
    assertThat(
            manifest(manifests, "StatefulSet/test-posthorn")
                .at("/spec/template/spec/containers/0/env")
                .findValuesAsText("name"))
        .containsExactly("POD_NAME", "POD_NAMESPACE", "POSTHORN_KAFKA_ADVERTISED_ADDRESS");
  }

  @Test
  void settings_that_the_manifests_rely_on_are_refused() {
    assertThat(refusal("--set", "settings.http.port=9090"))
        .contains("settings has http.port, which the chart sets itself");
    assertThat(refusal("--set", "settings.data\\.dir=/data")).contains("settings has data.dir");
    assertThat(refusal("--set", "settings.engine=kafka")).contains("set engine of the chart");
  }

  @Test
  void missing_brokers_secrets_and_unknown_values_are_refused() {
    assertThat(refusal("--set", "engine=kafka", "--set", "secretName=a"))
        .contains("kafka.bootstrapServers is empty");
    assertThat(refusal("--set", "engine=kafka", "--set", "kafka.bootstrapServers={a:9092}"))
        .contains("secretName is empty");
    assertThat(refusal("--set", "engine=postgres")).contains("'embedded', 'kafka'");
    assertThat(refusal("--set", "replica=2")).contains("replica");
  }

  /** Non-root, on a read-only root, with probes on the port of their own. */
  private static void assertRestricted(JsonNode set) {
    JsonNode pod = set.at("/spec/template/spec");
    JsonNode container = pod.at("/containers/0");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
    JsonNode security = container.get("securityContext");
    assertThat(security.get("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(security.get("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health/live");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health/ready");
    assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/health/live");
    for (String probe : new String[] {"startupProbe", "livenessProbe", "readinessProbe"}) {
      assertThat(container.get(probe).at("/httpGet/port").asText()).as(probe).isEqualTo("ops");
    }
    assertThat(container.get("ports").toString())
        .contains("{\"name\":\"ops\",\"containerPort\":8081}");
  }

  /**
   * Posthorn itself reads the rendered settings and variables, with the defaults of the image and
   * the keys as from a Secret.
   *
   * @return all settings with their sources
   */
  private static String assertSettingsAreValid(Map<String, JsonNode> manifests) throws IOException {
    Path file = Files.writeString(directory.resolve("posthorn.yaml"), settings(manifests));
    Map<String, String> variables = variables(manifests);
    variables.putAll(VARIABLES);
    ChildProcess config = PosthornJar.run(variables, "config", "--config", file.toString());
    assertThat(config.awaitExit()).as(config.toString()).isZero();
    return String.join("\n", config.out().all());
  }

  /** The variables of the first pod, those that Kubernetes knows filled in. */
  private static Map<String, String> variables(Map<String, JsonNode> manifests) {
    Map<String, String> variables = new TreeMap<>();
    manifest(manifests, "StatefulSet/test-posthorn")
        .at("/spec/template/spec/containers/0/env")
        .forEach(
            variable ->
                variables.put(
                    variable.path("name").asText(),
                    variable
                        .path("value")
                        .asText()
                        .replace("$(POD_NAME)", "test-posthorn-0")
                        .replace("$(POD_NAMESPACE)", "default")));
    return variables;
  }

  private static JsonNode manifest(Map<String, JsonNode> manifests, String name) {
    return manifests.getOrDefault(name, MissingNode.getInstance());
  }

  private static String settings(Map<String, JsonNode> manifests) {
    return manifest(manifests, "ConfigMap/test-posthorn").at("/data/posthorn.yaml").asText();
  }

  /** Renders the chart, valid for the oldest and the newest Kubernetes, by kind and name. */
  private static Map<String, JsonNode> render(String... options) throws IOException {
    String yaml = Artefacts.run(directory, template(options));
    Path file = Files.writeString(directory.resolve("rendered.yaml"), yaml);
    for (String kubernetes : new String[] {OLDEST, NEWEST}) {
      Artefacts.run(
          directory,
          directory.resolve("venv/bin/kubernetes-validate").toString(),
          "--strict",
          "--kubernetes-version",
          kubernetes,
          file.toString());
    }
    String json = Artefacts.runWithInput(directory, yaml, python(), "-c", TO_JSON);
    Map<String, JsonNode> manifests = new TreeMap<>();
    for (JsonNode manifest : JSON.readTree(json)) {
      String name = manifest.at("/metadata/name").asText();
      manifests.put(manifest.get("kind").asText() + "/" + name, manifest);
    }
    return manifests;
  }

  private static String refusal(String... options) {
    InstalledTool.Result result = InstalledTool.run(directory, "", template(options));
    assertThat(result.succeeded()).isFalse();
    return result.output();
  }

  private static String[] template(String... options) {
    return Stream.concat(
            Stream.of("helm", "template", "test", chart(), "--kube-version", NEWEST),
            Stream.of(options))
        .toArray(String[]::new);
  }

  private static String chart() {
    return Artefacts.file("posthorn-chart-" + Artefacts.VERSION + ".tgz").toString();
  }

  private static String python() {
    return directory.resolve("venv/bin/python").toString();
  }
}
