package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The settings in the documents. */
final class SettingsDocumentedTest {
  private static final Path DOCUMENTS = Path.of("../docs");

  /** A row of a table: a setting, or several, and the defaults. */
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| ((?:`[a-z-]+\\.[a-z.-]+`(?:, )?)+) \\| ([^|]+) \\| ", Pattern.MULTILINE);

  /** A key in the middle of a sentence, such as {@code retry.unit}. */
  private static final Pattern KEY = Pattern.compile("`([a-z]+(?:-[a-z]+)*(?:\\.[a-z-]+)+)`");

  /** An attribute of spans, and a setting that the rules say does not exist. */
  private static final Set<String> NO_SETTINGS =
      Set.of("http.request.method", "kafka.application-id");

  private record Row(String key, String fallback) {}

  @Test
  void each_setting_is_described() throws IOException {
    String text = text();

    assertThat(Catalog.ALL)
        .allSatisfy(
            setting ->
                assertThat(
                        text.contains(setting.key())
                            || text.contains(setting.variable())
                            || text.matches("(?s).*\n +" + lastPart(setting) + ": .*"))
                    .as(setting.key())
                    .isTrue());
  }

  @Test
  void defaults_in_tables_are_those_of_the_settings() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(20);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.fallback()).as(row.key()).isEqualTo(fallback(row)));
  }

  @Test
  void no_document_names_a_setting_that_does_not_exist() throws IOException {
    List<String> groups =
        Catalog.groups().stream()
            .map(group -> group + ".")
            .filter(group -> !group.equals("log.") && !group.equals("console."))
            .toList();
    List<String> named =
        KEY.matcher(text())
            .results()
            .map(found -> found.group(1))
            .filter(key -> groups.stream().anyMatch(key::startsWith))
            .filter(key -> !NO_SETTINGS.contains(key))
            .toList();

    assertThat(named).hasSizeGreaterThan(100);
    assertThat(named)
        .allSatisfy(
            key -> assertThat(Catalog.byKey(key) != null || Catalog.isGroup(key)).as(key).isTrue());
  }

  private static String fallback(Row row) {
    Setting<?> setting = Objects.requireNonNull(Catalog.byKey(row.key()), row.key());
    String fallback = setting.fallback(row.key().startsWith("kafka."));
    return fallback == null ? row.fallback() : fallback; // others are explained in words
  }

  private static String lastPart(Setting<?> setting) {
    return setting.key().substring(setting.key().lastIndexOf('.') + 1);
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (MatchResult row : ROW.matcher(text()).results().toList()) {
      List<String> keys = List.of(row.group(1).replace("`", "").split(", ", -1));
      List<String> fallbacks =
          keys.size() == 1
              ? List.of(row.group(2).replace("`", ""))
              : List.of(row.group(2).replace("`", "").split(", ", -1));
      for (int i = 0; i < keys.size(); i++) {
        if (Catalog.byKey(keys.get(i)) != null && i < fallbacks.size()) {
          rows.add(new Row(keys.get(i), fallbacks.get(i)));
        }
      }
    }
    return rows;
  }

  private static String text() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> pages = Files.list(DOCUMENTS)) {
      for (Path page : pages.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        text.append(Files.readString(page)).append('\n');
      }
    }
    return text.toString();
  }
}
