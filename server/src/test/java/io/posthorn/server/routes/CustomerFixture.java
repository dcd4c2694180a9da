package io.posthorn.server.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.server.JsonResponse;
import org.jspecify.annotations.Nullable;

/** The ids of a customer that has one of everything. */
record CustomerFixture(
    String customer,
    String subscription,
    String endpoint,
    String event,
    String ended,
    String waiting,
    String replay,
    String cancellation,
    String retry,
    String key) {

  /** Creates all of it: an ended message, one in flight, jobs, and what they need. */
  static CustomerFixture create(FullApiFixture api, String customer) {
    String admin = api.key(Role.ADMIN, customer);
    JsonResponse made = make(api, admin, "/api/v1/subscriptions", Drafts.subscription("a", "TASK"));
    String event = customer + "-1";
    make(api, admin, "/api/v1/events", Drafts.event(event));
    api.respondToAll(200);
    String ended = first(api, admin, "/api/v1/messages?status=delivered");
    make(api, admin, "/api/v1/events", Drafts.event(customer + "-2"));
    return new CustomerFixture(
        customer,
        made.at("/id"),
        made.at("/endpointId"),
        event,
        ended,
        first(api, admin, "/api/v1/messages?status=inFlight"),
        make(api, admin, "/api/v1/replays", Drafts.PREVIEW).at("/id"),
        make(api, admin, "/api/v1/cancellations", Drafts.PREVIEW).at("/id"),
        make(api, admin, "/api/v1/retries", Drafts.PREVIEW).at("/id"),
        make(api, admin, "/api/v1/keys", Drafts.key(customer)).at("/id"));
  }

  private static JsonResponse make(FullApiFixture api, String key, String path, String body) {
    return call(api, "POST", path, key, body);
  }

  /** The id of the first element of a list. */
  private static String first(FullApiFixture api, String key, String path) {
    return call(api, "GET", path, key, null).at("/data/0/id");
  }

  private static JsonResponse call(
      FullApiFixture api, String method, String path, String key, @Nullable String body) {
    JsonResponse response = new JsonResponse(api.call(method, path, key, "", body));
    assertThat(response.status()).as(path + ": " + response.body()).isLessThan(300);
    return response;
  }

  /** The same with an extra subscription and key that a test may delete. */
  CustomerFixture disposable(FullApiFixture api, String subscriptionDraft) {
    String admin = api.key(Role.ADMIN, customer);
    return new CustomerFixture(
        customer,
        make(api, admin, "/api/v1/subscriptions", subscriptionDraft).at("/id"),
        endpoint,
        event,
        ended,
        waiting,
        replay,
        cancellation,
        retry,
        make(api, admin, "/api/v1/keys", Drafts.key(customer)).at("/id"));
  }

  /** The same with another waiting message. */
  CustomerFixture withWaiting(String message) {
    return new CustomerFixture(
        customer, subscription, endpoint, event, ended, message, replay, cancellation, retry, key);
  }

  /** The path of a call, with its id parameter filled in. */
  String path(String template) {
    if (!template.contains("{id}")) {
      return template;
    }
    String kind =
        template.startsWith(Drafts.WORKFRONT) ? "subscriptions" : template.split("/", -1)[3];
    return template.replace(
        "{id}",
        switch (kind) {
          case "events" -> event;
          case "subscriptions" -> subscription;
          case "endpoints" -> endpoint;
          case "messages" -> template.matches(".*/(cancel|retry)") ? waiting : ended;
          case "replays" -> replay;
          case "cancellations" -> cancellation;
          case "retries" -> retry;
          case "keys" -> key;
          default -> customer;
        });
  }
}
