package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Checks {@code docs/alerts.yaml} and {@code docs/grafana.json} against the metrics of a real
 * server.
 */
@Timeout(180)
final class AlertsAndDashboardTest {
  private static final Path DOCS = Path.of("../docs");

  /** Its series appear with the first such response. */
  private static final String CREATED_ON_DEMAND = "posthorn_http_requests_total";

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory = Path.of("");

  @Test
  void every_metric_and_label_they_use_is_in_a_live_scrape() throws IOException {
    List<PromQl> queries = new ArrayList<>(dashboard());
    for (JsonNode alert : alerts()) {
      queries.add(new PromQl(alert.path("expr").asText()));
    }
    queries.removeIf(AlertsAndDashboardTest::isAboutKafka);
    try (LiveServer node = LiveServer.dev(directory.resolve("data"), Map.of())) {
      node.get("/health/live"); // a call is counted when it completes
      System.gc(); // no pause exists before the first garbage collection
      Exposition seen =
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() -> scrape(node), s -> s.has("jvm_gc_pause_seconds_sum"));

      for (PromQl query : queries) {
        assertThat(query.metrics()).as(query.text()).isNotEmpty().allMatch(seen::has);
        assertThat(query.series())
            .as(query.text())
            .filteredOn(series -> !series.startsWith(CREATED_ON_DEMAND))
            .allMatch(seen::hasSome);
      }
    }
  }

  /** Checked against a scrape on Kafka by the end-to-end tests. */
  private static boolean isAboutKafka(PromQl query) {
    return query.metrics().stream()
        .anyMatch(name -> name.startsWith("posthorn_kafka_") || name.startsWith("posthorn_shards"));
  }

  @Test
  void every_posthorn_metric_is_on_the_dashboard_and_in_the_manual() throws IOException {
    Set<String> shown =
        dashboard().stream().flatMap(q -> q.metrics().stream()).collect(Collectors.toSet());
    String manual = Files.readString(DOCS.resolve("OPERATIONS.md"));
    try (LiveServer node = LiveServer.dev(directory.resolve("data"), Map.of())) {
      Set<String> own = new TreeSet<>(scrape(node).families());
      own.remove("posthorn_build_info"); // the list of instances
      own.remove("http_client_request_duration_seconds_max"); // comes with the histogram

      assertThat(own).allMatch(name -> shown.contains(name) || shown.contains(name + "_bucket"));
      assertThat(own).allMatch(name -> manual.contains("`" + name + "`"));
    }
  }

  @Test
  void every_alert_has_a_severity_an_effect_and_an_action() throws IOException {
    Set<String> sections = sections();
    Set<String> names = new TreeSet<>();

    for (JsonNode alert : alerts()) {
      String name = alert.path("alert").asText();
      assertThat(names.add(name)).as("only one " + name).isTrue();
      assertThat(name).matches("Posthorn[A-Za-z]+");
      assertThat(alert.at("/labels/severity").asText())
          .as(name)
          .isIn("critical", "warning", "info");
      assertThat(alert.at("/annotations/summary").asText()).as(name).endsWith(".");
      assertThat(alert.at("/annotations/description").asText()).as(name).endsWith(".");
      String link = alert.at("/annotations/runbook_url").asText();
      assertThat(link).as(name).startsWith("docs/OPERATIONS.md#");
      assertThat(sections).as(name).contains(link.substring(link.indexOf('#') + 1));
    }
    assertThat(names).isNotEmpty();
  }

  @Test
  void an_alert_about_deliveries_links_to_a_page_of_the_console() throws IOException {
    String router = Files.readString(Path.of("../server/src/main/resources/console/router.js"));
    for (JsonNode alert : alerts()) {
      String link = alert.at("/annotations/console_url").asText();
      assertThat(link.isEmpty() || router.contains("{path: '" + page(link) + "',"))
          .as(alert.path("alert").asText() + " " + link)
          .isTrue();
    }
    assertThat(deliveryAlerts())
        .hasSizeGreaterThan(4)
        .allSatisfy(
            alert ->
                assertThat(alert.at("/annotations/console_url").asText())
                    .as(alert.path("alert").asText())
                    .startsWith("/#/"));
  }

  private static String page(String link) {
    return link.replaceFirst("^/#", "").replaceFirst("\\?.*", "");
  }

  private static List<JsonNode> deliveryAlerts() throws IOException {
    return alerts().stream()
        .filter(
            alert ->
                alert
                    .path("expr")
                    .asText()
                    .matches("(?s).*posthorn_(endpoints|messages|waiting|oldest|attempts).*"))
        .toList();
  }

  @Test
  void the_panels_have_unique_ids_and_do_not_overlap() throws IOException {
    Set<Integer> ids = new TreeSet<>();
    Set<String> taken = new TreeSet<>();
    for (JsonNode panel : grafana().path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).as(panel.path("title").asText()).isTrue();
      JsonNode position = panel.path("gridPos");
      assertThat(position.path("x").asInt() + position.path("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < position.path("w").asInt(); x++) {
        for (int y = 0; y < position.path("h").asInt(); y++) {
          String cell = (position.path("x").asInt() + x) + "," + (position.path("y").asInt() + y);
          assertThat(taken.add(cell)).as(panel.path("title").asText() + " " + cell).isTrue();
        }
      }
    }
    assertThat(ids).isNotEmpty();
  }

  @Test
  void prometheus_accepts_every_query_of_the_dashboard() throws IOException, InterruptedException {
    StringBuilder rules = new StringBuilder("groups: [{name: dashboard, rules: [\n");
    int count = 0;
    for (PromQl query : dashboard()) {
      String text = query.text().replace("$__rate_interval", "5m");
      rules.append(
          "{record: 'panel%d', expr: %s},\n".formatted(++count, JSON.writeValueAsString(text)));
    }
    Files.writeString(directory.resolve("dashboard.yaml"), rules.append("]}]\n"));

    Promtool.run(directory, "check", "rules", "dashboard.yaml");
  }

  @Test
  void prometheus_accepts_the_alerts_and_they_fire_as_expected()
      throws IOException, InterruptedException {
    Files.copy(DOCS.resolve("alerts.yaml"), directory.resolve("alerts.yaml"));
    try (InputStream story =
        Objects.requireNonNull(getClass().getResourceAsStream("alerts-test.yaml"))) {
      Files.copy(story, directory.resolve("alerts-test.yaml"));
    }
    Promtool.run(directory, "check", "rules", "alerts.yaml");

    Promtool.run(directory, "test", "rules", "alerts-test.yaml");
  }

  private static Exposition scrape(LiveServer node) {
    return new Exposition(node.get("/metrics").body());
  }

  private static JsonNode grafana() throws IOException {
    return JSON.readTree(Files.readString(DOCS.resolve("grafana.json")));
  }

  private static List<PromQl> dashboard() throws IOException {
    return grafana().findValuesAsText("expr").stream().map(PromQl::new).toList();
  }

  private static List<JsonNode> alerts() throws IOException {
    Object yaml =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(DOCS.resolve("alerts.yaml")));
    List<JsonNode> alerts = new ArrayList<>();
    for (JsonNode group : JSON.<JsonNode>valueToTree(yaml).path("groups")) {
      group.path("rules").forEach(alerts::add);
    }
    return alerts;
  }

  /** The anchors of the manual's headings, as Markdown renderers create them. */
  private static Set<String> sections() throws IOException {
    return Files.readAllLines(DOCS.resolve("OPERATIONS.md")).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
