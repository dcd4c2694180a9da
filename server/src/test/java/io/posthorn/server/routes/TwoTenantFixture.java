package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.server.ApiContract.Operation;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.access.ApiKeySecret;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The whole API with two customers, one of which has one of everything. */
final class TwoTenantFixture implements AutoCloseable {
  static final String ACME = "acme";
  static final String OTHER = "other";

  final FullApiFixture api = new FullApiFixture();
  private final AtomicInteger drafts = new AtomicInteger();

  TwoTenantFixture() {
    api.customer(ACME);
    api.customer(OTHER);
  }

  String expiredKey() {
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key = text.key("old", Role.ADMIN, null, 0, FullApiFixture.START);
    api.engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text.clear();
  }

  String revokedKey() {
    String admin = api.key(Role.ADMIN, null);
    String draft = "{\"name\":\"k\",\"role\":\"admin\",\"customerId\":\"*\"}";
    JsonResponse made = new JsonResponse(api.call("POST", "/api/v1/keys", admin, "", draft));
    String key = made.at("/key");
    assertThat(api.call("GET", "/api/v1/keys", key, "", null).statusCode()).isEqualTo(200);
    api.call("DELETE", "/api/v1/keys/" + made.at("/id"), admin, "", null);
    return key;
  }

  /** Gives acme one of everything. */
  CustomerFixture createFixture() {
    return CustomerFixture.create(api, ACME);
  }

  /** The same with an extra subscription and key that a test may delete. */
  CustomerFixture disposable(CustomerFixture fixture) {
    return fixture.disposable(api, subscription());
  }

  /** A new valid body for a call; null if it takes none. */
  @Nullable String body(Operation call, String customer) {
    String event = Drafts.event("e" + drafts.incrementAndGet());
    return Drafts.of(call, event, subscription(), subscription(), customer);
  }

  private String subscription() {
    return Drafts.subscription(String.valueOf(drafts.incrementAndGet()), "TASK");
  }

  @Override
  public void close() {
    api.close();
  }
}
