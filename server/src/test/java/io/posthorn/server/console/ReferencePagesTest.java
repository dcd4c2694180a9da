package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReferencePagesTest {
  private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(/docs/[^\"]+)\"");

  private final ConsoleFixture fixture = new ConsoleFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_page_forbids_inline_script_and_other_hosts_as_the_console_does() {
    HttpResponse<String> page = fixture.call("GET", "/docs", null);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .isEqualTo(fixture.call("GET", "/", null).headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).doesNotContain("unsafe", "http"));
    assertThat(page.body()).doesNotContain("{base}", "://", "onload=", "style=");
  }

  @Test
  void every_file_that_the_page_loads_comes_from_the_server() {
    List<String> files =
        LOADED
            .matcher(fixture.call("GET", "/docs", null).body())
            .results()
            .map((MatchResult match) -> match.group(1))
            .distinct()
            .toList();

    assertThat(files).hasSize(5);
    for (String file : files) {
      HttpResponse<byte[]> response = fixture.bytes(file, "Accept-Encoding", "gzip");
      assertThat(response.statusCode()).as(file).isEqualTo(200);
      assertThat(response.headers().firstValue("Cache-Control").orElseThrow())
          .contains("immutable");
    }
  }

  @Test
  void a_missing_file_is_404() {
    assertThat(fixture.bytes("/docs/old/reference.js").statusCode()).isEqualTo(404);
  }
}
