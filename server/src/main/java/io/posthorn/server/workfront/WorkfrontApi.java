package io.posthorn.server.workfront;

import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.ProblemException;
import io.posthorn.server.http.Route;
import java.util.List;

/** {@code /attask/eventsubscription/api/v1/subscriptions}, as Workfront documents it. */
public final class WorkfrontApi {
  private static final String PATH = "/attask/eventsubscription/api/v1/subscriptions";

  private final SubscriptionService subscriptions;
  private final VersionSwitch versions;

  public WorkfrontApi(SubscriptionService subscriptions) {
    this.subscriptions = subscriptions;
    this.versions = new VersionSwitch(subscriptions);
  }

  public List<Route> routes() {
    return List.of(
        Route.post(PATH, Access.MANAGE, this::create),
        Route.get(PATH, Access.READ, this::page).asking("page", "limit"),
        Route.get(PATH + "/list", Access.READ, this::list),
        Route.put(PATH + "/version", Access.MANAGE, versions::many),
        Route.put(PATH + "/{id}/version", Access.MANAGE, versions::one),
        Route.put(PATH + "/{id}/enable", Access.MANAGE, this::enable).withoutBody(),
        Route.get(PATH + "/{id}", Access.READ, this::get),
        Route.delete(PATH + "/{id}", Access.MANAGE, this::delete));
  }

  private CallResponse create(Call call) {
    String customer = call.customer();
    Subscription made = create(call, customer, WorkfrontDraft.parse(call.body()));
    return CallResponse.json(
            201,
            json -> {
              json.writeStartObject();
              json.writeStringField("id", made.id().toString());
              json.writeStringField("version", made.version().text());
              json.writeEndObject();
            })
        .with("Location", PATH + "/" + made.id());
  }

  /** Workfront responds with 403 at the limit of subscriptions. */
  private Subscription create(Call call, String customer, SubscriptionDraft draft) {
    try {
      return subscriptions.createWithOtherToken(call, customer, draft);
    } catch (ProblemException e) {
      if (e.problem().code() == ErrorCode.SUBSCRIPTION_LIMIT) {
        throw e.problem().asForbidden().asException();
      }
      throw e;
    }
  }

  /** Enables the endpoint of the subscription's URL, and responds as {@link #get} does. */
  private CallResponse enable(Call call) {
    subscriptions.enable(call, subscriptions.get(call.customer(), call.path("id")));
    return get(call);
  }

  private CallResponse page(Call call) {
    List<Subscription> all = subscriptions.all(call.customer());
    NumberedPage page = NumberedPage.of(call, all.size());
    List<Subscription> shown = all.subList(page.from(), page.to());
    var endpoints = subscriptions.endpoints(shown);
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("subscriptions");
          for (int i = 0; i < shown.size(); i++) {
            WorkfrontJson.write(json, shown.get(i), endpoints.get(i));
          }
          json.writeEndArray();
          json.writeObjectFieldStart("meta");
          json.writeNumberField("page", page.number());
          json.writeNumberField("page_count", page.count());
          json.writeNumberField("limit", page.limit());
          json.writeNumberField("total_count", all.size());
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /** Returns the older list format: all subscriptions at once, with other field names. */
  private CallResponse list(Call call) {
    List<Subscription> all = subscriptions.all(call.customer());
    return CallResponse.ok(
        json -> {
          json.writeStartArray();
          for (Subscription subscription : all) {
            WorkfrontJson.writeListed(json, subscription);
          }
          json.writeEndArray();
        });
  }

  private CallResponse get(Call call) {
    Subscription found = subscriptions.get(call.customer(), call.path("id"));
    var endpoint = subscriptions.endpoint(found);
    return CallResponse.ok(json -> WorkfrontJson.write(json, found, endpoint));
  }

  private CallResponse delete(Call call) {
    subscriptions.delete(call, call.customer(), call.path("id"));
    return CallResponse.empty(200);
  }
}
