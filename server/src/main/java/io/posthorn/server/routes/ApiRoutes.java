package io.posthorn.server.routes;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.WebhookRequest;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.api.OpenApi;
import io.posthorn.server.api.admin.AuditApi;
import io.posthorn.server.api.admin.BackupsApi;
import io.posthorn.server.api.admin.CustomersApi;
import io.posthorn.server.api.admin.DeliveryPauseApi;
import io.posthorn.server.api.admin.EncryptionKeyApi;
import io.posthorn.server.api.admin.KeysApi;
import io.posthorn.server.api.admin.ReencryptionSettings;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.endpoint.CircuitHistoryApi;
import io.posthorn.server.api.endpoint.EndpointsApi;
import io.posthorn.server.api.endpoint.SecretsApi;
import io.posthorn.server.api.event.EventHistoryApi;
import io.posthorn.server.api.event.EventsApi;
import io.posthorn.server.api.message.BulkActionsApi;
import io.posthorn.server.api.message.MessagesApi;
import io.posthorn.server.api.message.RequestJson;
import io.posthorn.server.api.stats.OverviewApi;
import io.posthorn.server.api.stats.StatsApi;
import io.posthorn.server.api.subscription.DraftDryRunApi;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.api.subscription.SubscriptionService.TargetCheck;
import io.posthorn.server.api.subscription.SubscriptionsApi;
import io.posthorn.server.api.subscription.TestApi;
import io.posthorn.server.api.subscription.TestRequestSender;
import io.posthorn.server.backup.Backups;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.IntakeMeter;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.telemetry.Tracing;
import io.posthorn.server.workfront.WorkfrontApi;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The routes of the API with their dependencies. */
public record ApiRoutes(
    Engine engine,
    HttpSender sender,
    Rules rules,
    SecretBox box,
    ReencryptionSettings reencryption,
    EventRateLimit rate,
    IntakeMeter intake,
    Tracing tracing,
    RequestJson request,
    @Nullable Backups backups,
    @Nullable ApiKeySecret adminKey,
    Clock clock) {

  public List<Route> routes() {
    AuditedChanges changes = new AuditedChanges(engine, clock);
    SubscriptionService subscriptions =
        new SubscriptionService(engine, changes, clock, box, this::checkTarget);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new EventsApi(engine, clock, rate, intake, tracing).routes());
    routes.addAll(new EventHistoryApi(engine, engine::isInFlight).routes());
    routes.addAll(new SubscriptionsApi(subscriptions).routes());
    routes.addAll(new DraftDryRunApi(engine, clock).routes());
    routes.addAll(
        new TestApi(subscriptions, clock, engine.marks(), testRequests(), rules.cloudEventsSource())
            .routes());
    routes.addAll(
        new EndpointsApi(engine, changes, clock, rules, box, this::checkTokenUrl).routes());
    routes.addAll(new SecretsApi(engine, changes, clock, box).routes());
    routes.addAll(new MessagesApi(engine, changes, rules, engine::isInFlight, request).routes());
    routes.addAll(new BulkActionsApi(engine, changes, clock).routes());
    routes.addAll(new DeliveryPauseApi(engine, changes).routes());
    routes.addAll(new CustomersApi(engine, changes).routes());
    routes.addAll(new KeysApi(engine, changes, clock, adminKey).routes());
    routes.addAll(new AuditApi(engine).routes());
    routes.addAll(new BackupsApi(backups, engine.backupAdvice(), changes).routes());
    routes.addAll(new EncryptionKeyApi(engine, changes, clock, box, reencryption).routes());
    routes.addAll(new StatsApi(engine, clock).routes());
    routes.addAll(new OverviewApi(engine, clock, rules).routes());
    routes.addAll(new CircuitHistoryApi(engine).routes());
    routes.addAll(new WorkfrontApi(subscriptions).routes());
    routes.addAll(new OpenApi().routes());
    return routes;
  }

  private TestRequestSender testRequests() {
    return (subscription, endpoint, body) ->
        sender.sendTest(
            WebhookRequest.test(
                subscription.customerId(),
                new SendTarget(endpoint.url(), endpoint.settings(), endpoint.secrets()),
                subscription.authToken(),
                "test_" + ApiKeySecret.random128(),
                subscription.format(),
                body));
  }

  private Optional<String> checkTokenUrl(String customerId, TargetUrl url, boolean admin) {
    return Optional.ofNullable(checkTarget(customerId, url, admin).refusal());
  }

  private TargetCheck.Verdict checkTarget(String customerId, TargetUrl url, boolean admin) {
    return switch (sender.check(customerId, url).join()) {
      case AddressGuard.Refused refused ->
          TargetCheck.Verdict.refused(admin ? refused.reason() : refused.outward());
      case AddressGuard.Unresolved(String host) ->
          TargetCheck.Verdict.warned(
              "The host %s cannot be resolved at the moment; attempts fail until it can."
                  .formatted(host));
      case AddressGuard.Allowed _ -> TargetCheck.Verdict.ALLOWED;
    };
  }
}
