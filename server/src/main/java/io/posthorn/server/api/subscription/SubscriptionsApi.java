package io.posthorn.server.api.subscription;

import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionPatch;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.PageCursor;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import java.util.List;
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
        Route.get(PATH, Access.READ, this::list).asking("limit", "cursor"),
        Route.get(PATH + "/{id}", Access.READ, this::get),
        Route.patch(PATH + "/{id}", Access.MANAGE, this::change),
        Route.delete(PATH + "/{id}", Access.MANAGE, this::delete));
  }

  private Answer create(Call call) {
    String customer = call.customer();
    SubscriptionDraft draft = SubscriptionDraft.parse(call.body());
    Subscription made = subscriptions.create(call, customer, draft);
    return whole(201, made).with("Location", PATH + "/" + made.id());
  }

  private Answer list(Call call) {
    String customer = call.customer();
    int limit = call.limit();
    @Nullable SubscriptionId behind =
        PageCursor.of(call, PageCursor.SUBSCRIPTIONS)
            .map(mark -> new SubscriptionId(mark.high(), mark.low()))
            .orElse(null);
    List<Subscription> found =
        subscriptions.all(customer).stream()
            .filter(one -> behind == null || one.id().compareTo(behind) > 0)
            .limit(limit + 1L)
            .toList();
    List<Subscription> page = found.subList(0, Math.min(limit, found.size()));
    SubscriptionId last = found.size() > limit ? page.getLast().id() : null;
    PageCursor next =
        last == null ? null : new PageCursor(PageCursor.SUBSCRIPTIONS, last.high(), last.low());
    return ListAnswer.of(page, next == null ? null : next.text(), SubscriptionJson::fields);
  }

  private Answer get(Call call) {
    Subscription found = subscriptions.get(call.customer(), call.path("id"));
    return Answer.ok(json -> SubscriptionJson.write(json, found));
  }

  private Answer change(Call call) {
    String customer = call.customer();
    String id = call.path("id");
    subscriptions.get(customer, id); // an unknown id comes before a wrong body
    SubscriptionPatch patch = SubscriptionPatch.parse(call.body());
    return whole(200, subscriptions.change(call, customer, id, patch));
  }

  private Answer delete(Call call) {
    subscriptions.delete(call, call.customer(), call.path("id"));
    return Answer.empty(204);
  }

  /**
   * Includes the secret: callers that may change subscriptions may see it, and a new URL has a new
   * one.
   */
  private Answer whole(int status, Subscription subscription) {
    String secret = subscriptions.signingSecret(subscription);
    return Answer.json(status, json -> SubscriptionJson.write(json, subscription, secret));
  }
}
