package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of the installation page like every list. */
final class PagedListsTest {
  private final FullApiFixture api = new FullApiFixture();
  private final String admin = api.key(Role.ADMIN, null);

  PagedListsTest() {
    api.customer("default");
  }

  @AfterEach
  void close() {
    api.close();
  }

  private JsonResponse get(String path) {
    return new JsonResponse(api.call("GET", "/api/v1" + path, admin, "", null));
  }

  /** Reads all pages of a list and returns a field of each entry. */
  private List<String> paged(String path, int limit, String field) {
    List<String> found = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonResponse page = get(path + "?limit=" + limit + cursor);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      assertThat(page.size("/data")).isLessThanOrEqualTo(limit);
      found.addAll(page.each("/data", field));
      if (page.at("/nextCursor").equals("null")) {
        return found;
      }
      cursor = "&cursor=" + URLEncoder.encode(page.at("/nextCursor"), StandardCharsets.UTF_8);
    }
  }

  @Test
  void settings_page_like_every_list() {
    List<String> all = paged("/settings", 1000, "key");

    assertThat(all).doesNotHaveDuplicates().contains("engine", "retry.unit");
    assertThat(paged("/settings", 7, "key")).isEqualTo(all);
  }

  @Test
  void backups_page_newest_first() {
    for (String name : List.of("a", "b", "c")) {
      api.call("POST", "/api/v1/backups", admin, "", "{\"name\":\"" + name + "\"}");
      api.engine.goTo(api.engine.now() + 1_000);
    }

    assertThat(paged("/backups", 1, "name")).containsExactly("c", "b", "a");
    assertThat(paged("/backups", 2, "name")).containsExactly("c", "b", "a");
    assertThat(get("/backups").each("/data", "name")).containsExactly("c", "b", "a");
  }

  @Test
  void keys_page_without_duplicates_or_gaps_in_one_order() {
    for (int i = 0; i < 20; i++) {
      api.key(Role.VIEWER, "default");
    }

    List<String> all = paged("/keys", 1000, "id");

    assertThat(all).hasSize(21).doesNotHaveDuplicates();
    assertThat(paged("/keys", 3, "id")).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/settings", "/backups", "/keys", "/customers", "/audit"})
  void a_cursor_that_no_page_returned_is_400(String path) {
    JsonResponse response = get(path + "?cursor=%21%21");

    assertThat(response.status()).isEqualTo(400);
    assertThat(response.pointers()).containsExactly("cursor");
  }
}
