package io.posthorn.server.routes;

import static io.posthorn.server.routes.TenantWorld.ACME;
import static io.posthorn.server.routes.TenantWorld.OTHER;
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

/** Every call of the document, with every role and scope, and with another customer's things. */
final class TenantsAndRolesTest {
  private static final String IDS =
      "\\b(sub|ep|evt|msg|key|rpl|cnl|whsec|phk)_[A-Za-z0-9+/=_-]+|\\be\\d+\\b|127.0.0.1:1/\\d+"
          + "|\\b0[0-9A-Z]{25}\\b"; // of lines of the audit

  private final TenantWorld world = new TenantWorld();
  private final CustomerFixture fixture = world.createFixture();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void the_matrix_has_every_call_of_the_document_and_the_server_keeps_to_it() {
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
  void without_a_key_that_is_known_and_valid_and_not_revoked_everything_is_401() {
    List<String> worthless = List.of("", "nonsense", world.revokedKey(), world.expiredKey());
    for (Operation call : calls()) {
      for (String key : worthless) {
        HttpResponse<String> answer = call(call, key, "", ACME);
        assertThat(answer.statusCode())
            .as("%s: %s", call, answer.body())
            .isEqualTo(AccessMatrix.OPEN.contains(call.toString()) ? 200 : 401);
      }
    }
  }

  @Test
  void a_role_may_do_with_its_customers_things_what_the_matrix_says_and_nothing_else() {
    for (Role role : Role.values()) {
      String key = world.api.key(role, ACME);
      for (Operation call : calls()) {
        boolean allowed = AccessMatrix.allows(call.toString(), role);
        HttpResponse<String> answer = call(call, key, "", ACME);
        if (allowed) {
          assertThat(answer.statusCode())
              .as("%s as %s: %s", call, role, answer.body())
              .isNotIn(400, 401, 403, 404);
        } else {
          assertThat(answer.statusCode()).as("%s as %s", call, role).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void what_another_customer_has_cannot_be_read_changed_counted_or_inferred() {
    // The same calls where acme has all that, and where it has nothing: told apart by nothing.
    try (TenantWorld empty = new TenantWorld()) {
      empty.api.engine.goTo(WholeApi.START + 3_600_000); // else ids are alike by chance
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
              // Totals, for the operator; of whom, they do not say.
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
  void a_key_for_all_customers_names_the_one_it_means() {
    for (Role role : Role.values()) {
      String key = world.api.key(role, null);
      for (Operation call : calls()) {
        boolean allowed = AccessMatrix.allows(call.toString(), role);
        if (!allowed || !AccessMatrix.namesCustomer(call.toString())) {
          continue;
        }
        String what = "%s as %s".formatted(call, role);
        assertThat(call(call, key, "", ACME).statusCode()).as(what).isEqualTo(400);
        assertThat(call(call, key, "nobody", ACME).statusCode()).as(what).isEqualTo(404);
        if (call.path().contains("{id}")) {
          assertThat(call(call, key, OTHER, ACME).statusCode()).as(what).isEqualTo(404);
        }
        assertThat(call(call, key, ACME, ACME).statusCode()).as(what).isNotIn(401, 403, 404);
      }
    }
  }

  @Test
  void a_key_for_all_customers_has_no_more_of_a_role_than_one_for_a_single_one() {
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

  /** All that are served here; metrics may be elsewhere. */
  private List<Operation> calls() {
    List<String> served =
        world.api.routes.stream().map(route -> route.method() + " " + route.path()).toList();
    return ApiContract.DOCUMENTED.operations().keySet().stream()
        .filter(call -> served.contains(call.toString()))
        .toList();
  }

  /**
   * What an answer says without what is new each time: ids, secrets, moments. What is of the same
   * moment is listed in any order, and here time stands still.
   */
  private static List<String> plain(HttpResponse<String> answer) {
    String text =
        answer.body().replaceAll(IDS, "$1").replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z?", "then");
    return Pattern.compile("[\\[\\]]|(?<=\\}),(?=\\{)").splitAsStream(text).sorted().toList();
  }

  /** All that a customer can read of itself. */
  private List<String> everythingOf(String customer) {
    String key = world.api.key(Role.VIEWER, customer);
    List<String> all = new ArrayList<>();
    for (Operation call : calls()) {
      if (AccessMatrix.READ.contains(call.toString())) {
        all.add(world.api.call("GET", fixture.path(call.path()), key, "", null).body());
      }
    }
    return all;
  }
}
