package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConsolePagesTest {
  private static final Pattern IMPORT =
      Pattern.compile("\\b(?:from|import) ?['\"]([^'\" ,]+)['\"];");

  private final ConsoleFixture fixture = new ConsoleFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private String app() {
    Matcher matcher =
        Pattern.compile("src=\"(/console/[0-9a-f]+/app.js)\"")
            .matcher(fixture.call("GET", "/", null).body());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void the_page_forbids_inline_script_and_other_hosts() {
    HttpResponse<String> page = fixture.call("GET", "/", null);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
    assertThat(page.body()).doesNotContain("{base}", "://", "onload=", "style=");
  }

  @Test
  void files_are_cached_forever_and_the_page_is_revalidated() {
    String path = app();

    HttpResponse<byte[]> file = fixture.bytes(path);
    String tag = file.headers().firstValue("ETag").orElseThrow();

    assertThat(file.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
    assertThat(file.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/javascript");
    assertThat(fixture.bytes(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
    String page = fixture.bytes("/").headers().firstValue("ETag").orElseThrow();
    assertThat(fixture.bytes("/", "If-None-Match", page).statusCode()).isEqualTo(304);
  }

  @Test
  void files_are_compressed_for_clients_that_accept_it() throws IOException {
    HttpResponse<byte[]> file = fixture.bytes(app(), "Accept-Encoding", "gzip, br");

    assertThat(file.headers().firstValue("Content-Encoding")).hasValue("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("posthorn-console");
    }
  }

  @Test
  void every_import_of_every_module_is_a_file() {
    String base = app().replace("app.js", "");
    Assets assets = Assets.console();
    for (String file : assets.paths()) {
      String text = fixture.call("GET", "/console/" + file, null).body();
      Matcher imports = IMPORT.matcher(file.endsWith(".js") ? text : "");
      while (imports.find()) {
        if (imports.group(1).startsWith("node:")) {
          continue; // in the text of a receiver for Node.js
        }
        assertThat(imports.group(1)).as(file).startsWith(".");
        String target = URI.create("/console/" + file).resolve(imports.group(1)).toString();
        assertThat(target).as(file).startsWith(base);
        assertThat(fixture.bytes(target).statusCode()).as(file + " -> " + target).isEqualTo(200);
      }
    }
  }

  @Test
  void a_missing_file_is_404_and_paths_cannot_escape() {
    assertThat(fixture.bytes("/console/old/app.js").statusCode()).isEqualTo(404);
    assertThat(fixture.bytes("/console/%2e%2e/application.yaml").statusCode()).isEqualTo(400);
    assertThat(fixture.bytes(app().replace("app.js", "index.html")).statusCode()).isEqualTo(404);
  }
}
