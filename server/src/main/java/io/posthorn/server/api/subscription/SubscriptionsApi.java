package io.posthorn.server.api.subscription;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionPatch;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.PageCursor;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /subscriptions}: creates, lists, changes and deletes subscriptions. */
public final class SubscriptionsApi {
  static final String PATH = "/api/v1/subscriptions";

  private final SubscriptionService subscriptions;

  public SubscriptionsApi(SubscriptionService subscriptions) {
    this.subscriptions = subscriptions;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(PATH, Access.MANAGE, this::create),
        Route.get(PATH, Access.READ, this::list).asking("endpoint", "q", "limit", "cursor"),
        Route.get(PATH + "/{id}", Access.READ, this::get),
        Route.patch(PATH + "/{id}", Access.MANAGE, this::change),
        Route.delete(PATH + "/{id}", Access.MANAGE, this::delete));
  }

  private CallResponse create(Call call) {
    String customer = call.customer();
    SubscriptionDraft draft = SubscriptionDraft.parse(call.body());
    SubscriptionService.Saved made = subscriptions.create(call, customer, draft);
    return whole(201, made).with("Location", PATH + "/" + made.subscription().id());
  }

  private CallResponse list(Call call) {
    QueryParameters queries = new QueryParameters(call);
    EndpointId endpoint =
        queries.read("endpoint", EndpointId::parse, "must be an endpoint id, such as ep_...");
    queries.done();
    String text = queries.text("q").orElse("").strip().toLowerCase(Locale.ROOT);
    Predicate<Subscription> wanted =
        one -> (endpoint == null || endpoint.equals(one.endpointId())) && contains(one, text);
    return CustomerPages.response(
        call,
        subscriptions.engine(),
        (customerId, cursor, limit) -> page(customerId, wanted, cursor, limit));
  }

  private static boolean contains(Subscription one, String text) {
    return text.isEmpty()
        || one.id().toString().toLowerCase(Locale.ROOT).equals(text)
        || Stream.of(
                one.url().text(),
                one.objCode() + "." + one.eventType(),
                Objects.requireNonNullElse(one.objId(), ""),
                Objects.requireNonNullElse(one.description(), ""))
            .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains(text));
  }

  private CustomerPages.Page page(
      String customerId, Predicate<Subscription> wanted, Optional<String> cursor, int limit) {
    @Nullable SubscriptionId behind =
        PageCursor.of(cursor, PageCursor.SUBSCRIPTIONS)
            .map(mark -> new SubscriptionId(mark.high(), mark.low()))
            .orElse(null);
    List<Subscription> found =
        subscriptions.all(customerId).stream()
            .filter(wanted)
            .filter(one -> behind == null || one.id().compareTo(behind) > 0)
            .limit(limit + 1L)
            .toList();
    List<Subscription> page = found.subList(0, Math.min(limit, found.size()));
    SubscriptionId last = found.size() > limit ? page.getLast().id() : null;
    PageCursor next =
        last == null ? null : new PageCursor(PageCursor.SUBSCRIPTIONS, last.high(), last.low());
    return new CustomerPages.Page(
        Partial.complete(
            page.stream()
                .<CustomerPages.Entry>map(one -> json -> SubscriptionJson.fields(json, one))
                .toList()),
        next == null ? null : next.text(),
        0);
  }

  private CallResponse get(Call call) {
    Subscription found = subscriptions.get(call.customer(), call.path("id"));
    return CallResponse.ok(json -> SubscriptionJson.write(json, found));
  }

  private CallResponse change(Call call) {
    String customer = call.customer();
    String id = call.path("id");
    subscriptions.get(customer, id); // an unknown id is reported before an invalid body
    SubscriptionPatch patch = SubscriptionPatch.parse(call.body());
    return whole(200, subscriptions.change(call, customer, id, patch));
  }

  private CallResponse delete(Call call) {
    subscriptions.delete(call, call.customer(), call.path("id"));
    return CallResponse.empty(204);
  }

  /**
   * Includes the secret: callers that may change subscriptions may see it, and a new URL has a new
   * one.
   */
  private CallResponse whole(int status, SubscriptionService.Saved saved) {
    String secret = subscriptions.signingSecret(saved.subscription());
    return CallResponse.json(status, json -> SubscriptionJson.write(json, saved, secret));
  }
}
