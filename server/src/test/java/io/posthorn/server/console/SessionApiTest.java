package io.posthorn.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.access.ApiKeySecret;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SessionApiTest {
  private static final String CONSOLE = "X-Posthorn-Console";

  private final ConsoleFixture fixture;
  private final ApiKeySecret admin;

  SessionApiTest() {
    fixture = new ConsoleFixture();
    admin = fixture.key(Role.ADMIN, null, 0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private int overview(String cookie) {
    return session(cookie).statusCode();
  }

  private HttpResponse<String> session(String cookie) {
    return fixture.call(
        "GET", "/api/v1/overview", null, "Cookie", cookie, "X-Customer-Id", "default");
  }

  /** The cookie that a browser has after a call with an older one. */
  private String used(String cookie) {
    HttpResponse<String> seen = session(cookie);
    assertThat(seen.statusCode()).isEqualTo(200);
    return seen.headers().firstValue("Set-Cookie").map(ConsoleFixture::cookie).orElse(cookie);
  }

  @Test
  void the_session_cookie_is_http_only_and_same_site_strict_and_secure_over_https() {
    HttpResponse<String> plain = fixture.logIn(admin.clear());
    HttpResponse<String> secure = fixture.logIn(admin.clear(), "X-Forwarded-Proto", "https");

    assertThat(plain.statusCode()).isEqualTo(201);
    assertThat(plain.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("HttpOnly", "SameSite=Strict", "Path=/")
        .doesNotContain("Secure", admin.clear());
    assertThat(secure.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
  }

  @Test
  void a_session_has_its_key_and_the_development_flag() {
    String cookie = fixture.logIn(admin);

    String who = fixture.call("GET", "/console/session", null, "Cookie", cookie).body();

    assertThat(who)
        .contains("\"role\":\"admin\"", "\"customers\":[\"default\",\"other\"]")
        .contains("\"development\":true")
        .doesNotContain(admin.clear());
    assertThat(fixture.call("GET", "/console/session", null).statusCode()).isEqualTo(204);
  }

  @Test
  void a_session_ends_with_its_key_and_on_logout() {
    ApiKeySecret brief = fixture.key(Role.VIEWER, "default", ConsoleFixture.START + 60_000);
    ApiKeySecret revoked = fixture.key(Role.VIEWER, "default", 0);
    String expiring = fixture.logIn(brief);
    String ending = fixture.logIn(revoked);
    String leaving = fixture.logIn(admin);
    assertThat(overview(expiring)).isEqualTo(200);
    assertThat(overview(ending)).isEqualTo(200);
    assertThat(overview(leaving)).isEqualTo(200);

    fixture.revoke(revoked);
    fixture.pass(60_000);
    fixture.call("DELETE", "/console/session", null, "Cookie", leaving, CONSOLE, "1");

    assertThat(overview(expiring)).isEqualTo(401);
    assertThat(overview(ending)).isEqualTo(401);
    assertThat(overview(leaving)).isEqualTo(401);
  }

  @Test
  void a_session_that_is_idle_for_12_hours_ends_and_one_in_use_does_not() {
    String used = fixture.logIn(admin);
    String idle = fixture.logIn(admin);

    fixture.pass(Duration.ofHours(6).toMillis());
    used = used(used);
    fixture.pass(Duration.ofHours(6).toMillis());

    assertThat(overview(used)).isEqualTo(200);
    assertThat(overview(idle)).isEqualTo(401);
  }

  @Test
  void a_renewed_cookie_has_the_same_flags_and_key_callers_get_none() {
    String cookie = fixture.logIn(admin);
    fixture.pass(Duration.ofHours(1).toMillis());

    HttpResponse<String> seen = session(cookie);
    HttpResponse<String> withKey =
        fixture.call(
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
    String first = fixture.logIn(admin);
    String other = fixture.logIn(admin);
    fixture.pass(Duration.ofHours(1).toMillis());
    String younger = used(first);

    HttpResponse<String> left =
        fixture.call("DELETE", "/console/session", null, "Cookie", younger, CONSOLE, "1");

    assertThat(left.statusCode()).isEqualTo(204);
    assertThat(left.headers().firstValue("Set-Cookie").orElseThrow()).contains("=;", "Max-Age=0");
    assertThat(overview(first)).isEqualTo(401);
    assertThat(overview(younger)).isEqualTo(401);
    assertThat(overview(other)).isEqualTo(200);
  }

  @Test
  void a_change_in_a_session_needs_the_consoles_header_and_one_with_a_key_does_not() {
    String cookie = fixture.logIn(admin);

    int without = fixture.call("PUT", "/api/v1/customers/a", "", "Cookie", cookie).statusCode();
    int with =
        fixture.call("PUT", "/api/v1/customers/a", "", "Cookie", cookie, CONSOLE, "1").statusCode();
    int key =
        fixture
            .call("PUT", "/api/v1/customers/b", "", "Authorization", "Bearer " + admin.clear())
            .statusCode();
    int login =
        fixture
            .call("POST", "/console/session", "{\"key\":\"" + admin.clear() + "\"}")
            .statusCode();

    assertThat(without).isEqualTo(403);
    assertThat(with).isEqualTo(201);
    assertThat(key).isEqualTo(201);
    assertThat(login).isEqualTo(403);
  }

  @Test
  void a_producer_key_cannot_log_in() {
    ApiKeySecret producer = fixture.key(Role.PRODUCER, "default", 0);

    assertThat(fixture.logIn(producer.clear()).statusCode()).isEqualTo(403);
  }

  @Test
  void after_10_wrong_keys_in_a_minute_an_address_has_to_wait_before_the_next_wrong_one() {
    for (int i = 0; i < LoginLimit.FROM_ONE_ADDRESS; i++) {
      HttpResponse<String> wrong = fixture.logIn("wrong");
      assertThat(wrong.statusCode()).isEqualTo(401);
      assertThat(wrong.body()).contains("\"pointer\":\"/key\"");
    }

    HttpResponse<String> next = fixture.logIn("wrong");
    fixture.pass(60_000);

    assertThat(next.statusCode()).isEqualTo(429);
    assertThat(next.headers().firstValue("Retry-After")).hasValue("60");
    assertThat(fixture.logIn("wrong").statusCode()).isEqualTo(401);
  }

  @Test
  void a_flood_of_wrong_keys_locks_no_valid_key_out_even_from_the_same_address() {
    for (int i = 0; i < 400; i++) {
      fixture.logIn("wrong");
    }

    assertThat(fixture.logIn("wrong").statusCode()).isEqualTo(429);
    assertThat(fixture.logIn(admin.clear()).statusCode()).isEqualTo(201);
  }

  @Test
  void a_flood_from_many_addresses_is_limited_and_counted_in_bounded_memory() {
    LoginLimit limit = new LoginLimit(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    for (int i = 0; i < LoginLimit.MOST_ADDRESSES; i++) {
      assertThat(limit.failed("address " + i)).isEmpty();
    }
    for (int i = 0; i < LoginLimit.FROM_ONE_ADDRESS; i++) {
      limit.failed("further " + i);
    }

    assertThat(limit.failed("one more")).isPresent();
    assertThat(limit.failed("address 1")).as("counted apart").isEmpty();
  }
}
