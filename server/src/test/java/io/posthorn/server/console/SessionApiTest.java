package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.access.KeyText;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SessionApiTest {
  private static final String CONSOLE = "X-Posthorn-Console";

  private final ConsoleStage stage;
  private final KeyText admin;

  SessionApiTest() {
    stage = new ConsoleStage();
    admin = stage.key(Role.ADMIN, null, 0);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private int overview(String cookie) {
    return look(cookie).statusCode();
  }

  private HttpResponse<String> look(String cookie) {
    return stage.call(
        "GET", "/api/v1/overview", null, "Cookie", cookie, "X-Customer-Id", "default");
  }

  /** The cookie that a browser has after it has looked with another. */
  private String used(String cookie) {
    HttpResponse<String> seen = look(cookie);
    assertThat(seen.statusCode()).isEqualTo(200);
    return seen.headers().firstValue("Set-Cookie").map(ConsoleStage::cookie).orElse(cookie);
  }

  @Test
  void the_session_cookie_is_http_only_and_same_site_strict_and_secure_over_https() {
    HttpResponse<String> plain = stage.logIn(admin.clear());
    HttpResponse<String> secure = stage.logIn(admin.clear(), "X-Forwarded-Proto", "https");

    assertThat(plain.statusCode()).isEqualTo(201);
    assertThat(plain.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("HttpOnly", "SameSite=Strict", "Path=/")
        .doesNotContain("Secure", admin.clear());
    assertThat(secure.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
  }

  @Test
  void a_session_says_who_it_is_and_that_the_server_is_for_development() {
    String cookie = stage.logIn(admin);

    String who = stage.call("GET", "/console/session", null, "Cookie", cookie).body();

    assertThat(who)
        .contains("\"role\":\"admin\"", "\"customers\":[\"default\",\"other\"]")
        .contains("\"development\":true")
        .doesNotContain(admin.clear());
    assertThat(stage.call("GET", "/console/session", null).statusCode()).isEqualTo(204);
  }

  @Test
  void a_session_ends_when_its_key_is_revoked_or_expires_and_when_one_logs_out() {
    KeyText brief = stage.key(Role.VIEWER, "default", ConsoleStage.START + 60_000);
    KeyText revoked = stage.key(Role.VIEWER, "default", 0);
    String expiring = stage.logIn(brief);
    String ending = stage.logIn(revoked);
    String leaving = stage.logIn(admin);
    assertThat(overview(expiring)).isEqualTo(200);
    assertThat(overview(ending)).isEqualTo(200);
    assertThat(overview(leaving)).isEqualTo(200);

    stage.revoke(revoked);
    stage.pass(60_000);
    stage.call("DELETE", "/console/session", null, "Cookie", leaving, CONSOLE, "1");

    assertThat(overview(expiring)).isEqualTo(401);
    assertThat(overview(ending)).isEqualTo(401);
    assertThat(overview(leaving)).isEqualTo(401);
  }

  @Test
  void a_session_that_is_idle_for_12_hours_ends_and_one_in_use_does_not() {
    String used = stage.logIn(admin);
    String idle = stage.logIn(admin);

    stage.pass(Duration.ofHours(6).toMillis());
    used = used(used);
    stage.pass(Duration.ofHours(6).toMillis());

    assertThat(overview(used)).isEqualTo(200);
    assertThat(overview(idle)).isEqualTo(401);
  }

  @Test
  void a_younger_cookie_is_as_guarded_as_the_first_and_whoever_sends_a_key_gets_none() {
    String cookie = stage.logIn(admin);
    stage.pass(Duration.ofHours(1).toMillis());

    HttpResponse<String> seen = look(cookie);
    HttpResponse<String> withKey =
        stage.call(
            "GET",
            "/api/v1/overview",
            null,
            "Cookie",
            cookie,
            "Authorization",
            "Bearer " + admin.clear(),
            "X-Customer-Id",
            "default");

    seen.headers()
        .firstValue("Set-Cookie")
        .ifPresent(set -> assertThat(set).contains("HttpOnly", "SameSite=Strict", "Path=/"));
    assertThat(withKey.statusCode()).isEqualTo(200);
    assertThat(withKey.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void logging_out_ends_every_cookie_of_the_session_and_no_other_session() {
    String first = stage.logIn(admin);
    String other = stage.logIn(admin);
    stage.pass(Duration.ofHours(1).toMillis());
    String younger = used(first);

    HttpResponse<String> left =
        stage.call("DELETE", "/console/session", null, "Cookie", younger, CONSOLE, "1");

    assertThat(left.statusCode()).isEqualTo(204);
    assertThat(left.headers().firstValue("Set-Cookie").orElseThrow()).contains("=;", "Max-Age=0");
    assertThat(overview(first)).isEqualTo(401);
    assertThat(overview(younger)).isEqualTo(401);
    assertThat(overview(other)).isEqualTo(200);
  }

  @Test
  void a_change_in_a_session_needs_the_consoles_header_and_one_with_a_key_does_not() {
    String cookie = stage.logIn(admin);

    int without = stage.call("PUT", "/api/v1/customers/a", "", "Cookie", cookie).statusCode();
    int with =
        stage.call("PUT", "/api/v1/customers/a", "", "Cookie", cookie, CONSOLE, "1").statusCode();
    int key =
        stage
            .call("PUT", "/api/v1/customers/b", "", "Authorization", "Bearer " + admin.clear())
            .statusCode();
    int login =
        stage.call("POST", "/console/session", "{\"key\":\"" + admin.clear() + "\"}").statusCode();

    assertThat(without).isEqualTo(403);
    assertThat(with).isEqualTo(201);
    assertThat(key).isEqualTo(201);
    assertThat(login).isEqualTo(403);
  }

  @Test
  void a_producers_key_is_no_key_to_the_console() {
    KeyText producer = stage.key(Role.PRODUCER, "default", 0);

    assertThat(stage.logIn(producer.clear()).statusCode()).isEqualTo(403);
  }

  @Test
  void after_10_wrong_keys_in_a_minute_an_address_has_to_wait() {
    for (int i = 0; i < LoginLimit.FROM_ONE_ADDRESS; i++) {
      HttpResponse<String> wrong = stage.logIn("wrong");
      assertThat(wrong.statusCode()).isEqualTo(401);
      assertThat(wrong.body()).contains("\"pointer\":\"/key\"");
    }

    HttpResponse<String> next = stage.logIn(admin.clear());
    stage.pass(60_000);

    assertThat(next.statusCode()).isEqualTo(429);
    assertThat(next.headers().firstValue("Retry-After")).hasValue("60");
    assertThat(stage.logIn(admin.clear()).statusCode()).isEqualTo(201);
  }
}
