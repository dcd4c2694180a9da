package io.posthorn.server.routes;

import static io.posthorn.server.routes.TwoTenantFixture.ACME;
import static io.posthorn.server.routes.TwoTenantFixture.OTHER;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.ApiContract;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every operation of the document, with every role and scope, and with another customer's ids. */
final class TenantsAndRolesTest {
  private static final String IDS =
      "\\b(sub|ep|evt|msg|key|rpl|cnl|rty|whsec|phk)_[A-Za-z0-9+/=_-]+|\\be\\d+\\b|127.0.0.1:1/\\d+"
          + "|\\b0[0-9A-Z]{25}\\b"; // of audit entries

  private final TwoTenantFixture world = new TwoTenantFixture();
  private final CustomerFixture fixture = world.createFixture();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void the_matrix_has_every_call_of_the_document_and_matches_the_server() {
    Map<String, Access> served =
        world.api.routes.stream()
            .collect(toMap(route -> route.method() + " " + route.path(), Route::access));

    assertThat(AccessMatrix.all().keySet())
        .containsExactlyElementsOf(
            ApiContract.DOCUMENTED.operations().keySet().stream()
                .map(Operation::toString)
                .toList());
    assertThat(AccessMatrix.all()).containsAllEntriesOf(served);
  }

  @Test
  void without_a_valid_key_every_call_is_401() {
    List<String> worthless = List.of("", "nonsense", world.revokedKey(), world.expiredKey());
    for (Operation call : calls()) {
      for (String key : worthless) {
        HttpResponse<String> response = call(call, key, "", ACME);
        assertThat(response.statusCode())
            .as("%s: %s", call, response.body())
            .isEqualTo(AccessMatrix.OPEN.contains(call.toString()) ? 200 : 401);
      }
    }
  }

  @Test
  void a_role_allows_exactly_the_calls_in_the_matrix() {
    for (Role role : Role.values()) {
      String key = world.api.key(role, ACME);
      for (Operation call : calls()) {
        boolean allowed = AccessMatrix.allows(call.toString(), role);
        HttpResponse<String> response = call(call, key, "", ACME);
        if (allowed) {
          assertThat(response.statusCode())
              .as("%s as %s: %s", call, role, response.body())
              .isNotIn(400, 401, 403, 404);
        } else {
          assertThat(response.statusCode()).as("%s as %s", call, role).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void another_customers_data_cannot_be_read_changed_counted_or_inferred() {
    // The same calls while acme has all of this, and while it has nothing: the responses must not
    // differ.
    try (TwoTenantFixture empty = new TwoTenantFixture()) {
      empty.api.engine.goTo(
          FullApiFixture.START + 3_600_000); // shorter texts could match by chance
      List<String> before = everythingOf(ACME);
      for (Role role : Role.values()) {
        String key = world.api.key(role, OTHER);
        String sameKeyThere = empty.api.key(role, OTHER);
        for (String named : List.of("", ACME, OTHER)) {
          for (Operation call : calls()) {
            String path = fixture.path(call.path());
            String body = empty.body(call, ACME);
            HttpResponse<String> here = world.api.call(call.method(), path, key, named, body);
            HttpResponse<String> there =
                empty.api.call(call.method(), path, sameKeyThere, named, body);

            String what = "%s as %s naming '%s'".formatted(call, role, named);
            assertThat(here.statusCode()).as(what).isEqualTo(there.statusCode());
            if (call.path().equals("/metrics")) {
              // Totals for the operator; they name no customer.
              assertThat(here.body()).doesNotContain(ACME, fixture.endpoint());
              continue;
            }
            assertThat(plain(here)).as(what).isEqualTo(plain(there));
            boolean open = AccessMatrix.OPEN.contains(call.toString());
            if (path.contains(ACME) || (!call.path().equals(path) && !open)) {
              assertThat(here.statusCode()).as(what).isIn(403, 404);
            }
          }
        }
      }
      assertThat(everythingOf(ACME)).isEqualTo(before);
    }
  }

  @Test
  void a_key_for_all_customers_needs_the_customer_header() {
    for (Role role : Role.values()) {
      String key = world.api.key(role, null);
      for (Operation call : calls()) {
        boolean allowed = AccessMatrix.allows(call.toString(), role);
        if (!allowed || !AccessMatrix.namesCustomer(call.toString())) {
          continue;
        }
        String what = "%s as %s".formatted(call, role);
        int unnamed = AccessMatrix.PRODUCE.contains(call.toString()) ? 400 : 404;
        assertThat(call(call, key, "", ACME).statusCode()).as(what).isEqualTo(unnamed);
        assertThat(call(call, key, "unknown", ACME).statusCode()).as(what).isEqualTo(404);
        if (call.path().contains("{id}")) {
          assertThat(call(call, key, OTHER, ACME).statusCode()).as(what).isEqualTo(404);
        }
        assertThat(call(call, key, ACME, ACME).statusCode()).as(what).isNotIn(401, 403, 404);
      }
    }
  }

  @Test
  void a_role_allows_the_same_calls_with_a_key_for_all_customers() {
    for (Role role : List.of(Role.MANAGER, Role.PRODUCER, Role.VIEWER)) {
      String key = world.api.key(role, null);
      for (Operation call : calls()) {
        boolean operates = AccessMatrix.OPERATE.contains(call.toString());
        if (operates || !AccessMatrix.allows(call.toString(), role)) {
          assertThat(call(call, key, ACME, ACME).statusCode())
              .as("%s as %s", call, role)
              .isEqualTo(403);
        }
      }
    }
  }

  @Test
  void keys_are_listed_by_their_first_characters_only_and_with_their_last_use() {
    String admin = world.api.key(Role.ADMIN, null);
    String unused = world.api.key(Role.VIEWER, null);

    String list = world.api.call("GET", "/api/v1/keys", admin, "", null).body();

    assertThat(list).contains("\"prefix\":\"" + admin.substring(0, 12) + "\"");
    assertThat(list).doesNotContain(admin.substring(0, 13), unused.substring(0, 13));
    assertThat(list).contains("\"lastUsedAt\":\"2026-01-01T00:00:00Z\"", "\"lastUsedAt\":null");
  }

  private HttpResponse<String> call(Operation call, String key, String named, String customer) {
    CustomerFixture there = call.method().equals("DELETE") ? world.disposable(fixture) : fixture;
    String path = there.path(call.path());
    return world.api.call(call.method(), path, key, named, world.body(call, customer));
  }

  /** All routes of the main port; metrics may be on another. */
  private List<Operation> calls() {
    List<String> served =
        world.api.routes.stream().map(route -> route.method() + " " + route.path()).toList();
    return ApiContract.DOCUMENTED.operations().keySet().stream()
        .filter(call -> served.contains(call.toString()))
        .toList();
  }

  /**
   * A response without the parts that change on each call: ids, secrets, times. Sorted, because
   * entries of the same time have any order, and time stands still here.
   */
  private static List<String> plain(HttpResponse<String> response) {
    String text =
        response.body().replaceAll(IDS, "$1").replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z?", "then");
    return Pattern.compile("[\\[\\]]|(?<=\\}),(?=\\{)").splitAsStream(text).sorted().toList();
  }

  /** Everything that a customer can read about itself. */
  private List<String> everythingOf(String customer) {
    String key = world.api.key(Role.VIEWER, customer);
    List<String> all = new ArrayList<>();
    for (Operation call : calls()) {
      if (AccessMatrix.READ.contains(call.toString()) && call.method().equals("GET")) {
        all.add(world.api.call("GET", fixture.path(call.path()), key, "", null).body());
      }
    }
    return all;
  }
}
