package io.posthorn.server.api.subscription;

import io.posthorn.core.directory.Role;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.AuthToken;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionPatch;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.NewIds;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import io.posthorn.server.secrets.SecretBox;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and changes subscriptions, for the API and the Workfront-compatible API. */
public final class SubscriptionService {
  /** The limit of subscriptions per customer: far more than needed, and few enough for memory. */
  public static final int MOST_PER_CUSTOMER = 10_000;

  private static final int SECRET_BYTES = 32;

  private final Engine engine;
  private final AuditedChanges changes;
  private final Clock clock;
  private final SecretBox box;
  private final TargetCheck targets;
  private final NewIds ids;
  private final SecureRandom random = new SecureRandom();

  public SubscriptionService(
      Engine engine, AuditedChanges changes, Clock clock, SecretBox box, TargetCheck targets) {
    this.engine = engine;
    this.changes = changes;
    this.clock = clock;
    this.box = box;
    this.targets = targets;
    this.ids = new NewIds(clock);
  }

  /** Returns all subscriptions of a customer by id, which is the order of creation. */
  public List<Subscription> all(String customerId) {
    return engine.subscriptions().all(customerId);
  }

  /** Returns a subscription of a customer, or fails with a 404. */
  public Subscription get(String customerId, String id) {
    Subscription found =
        SubscriptionId.parse(id).map(known -> engine.subscriptions().get(known)).orElse(null);
    if (found == null || !found.customerId().equals(customerId)) {
      throw unknown(id);
    }
    return found;
  }

  private static ProblemException unknown(String id) {
    return Problem.unknown("subscription", id).asException();
  }

  public Subscription create(Call call, String customerId, SubscriptionDraft draft) {
    checkTarget(call, customerId, draft.url());
    if (engine.subscriptions().count(customerId) >= MOST_PER_CUSTOMER) {
      throw Problem.conflict(
              "The customer is at its limit of %d subscriptions; delete some first."
                  .formatted(MOST_PER_CUSTOMER))
          .asException();
    }
    Subscription made =
        draft.create(ids.subscription(), customerId, sealed(draft.authToken()), clock.millis());
    byte[] secret = newSecret();
    changes.make(
        call,
        what("subscription.create", made),
        request -> new Command.CreateSubscription(request, made, secret));
    return made;
  }

  /** Applies a patch, and retries it after a concurrent change. */
  public Subscription change(Call call, String customerId, String id, SubscriptionPatch patch) {
    if (!patch.url().isKept()) {
      checkTarget(call, customerId, patch.url().over(get(customerId, id).url()));
    }
    byte[] token = sealed(patch.newToken());
    for (int tries = 1; ; tries++) {
      Subscription before = get(customerId, id);
      if (patch.isEmpty()) {
        return before;
      }
      try {
        return change(call, before, patch.apply(before, token, clock.millis()));
      } catch (ProblemException e) {
        boolean overtaken = get(customerId, id).modifiedAt() != before.modifiedAt();
        if (!overtaken || tries == AuditedChanges.MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private Subscription change(Call call, Subscription before, Subscription after) {
    byte[] secret = newSecret();
    changes.make(
        call,
        what("subscription.change", after),
        request -> new Command.ChangeSubscription(request, after, before.modifiedAt(), secret));
    return after;
  }

  public void delete(Call call, String customerId, String id) {
    Subscription gone = get(customerId, id);
    changes.make(
        call,
        what("subscription.delete", gone),
        request -> new Command.DeleteSubscription(request, customerId, gone.id()));
  }

  /** Returns the endpoints of subscriptions, in the same order. */
  public List<EndpointView> endpoints(List<Subscription> subscriptions) {
    List<EndpointView> endpoints = new ArrayList<>(subscriptions.size());
    for (Optional<EndpointView> found : engine.reads().endpointsOf(subscriptions)) {
      // Missing while the customer is being erased.
      String id = subscriptions.get(endpoints.size()).id().toString();
      endpoints.add(found.orElseThrow(() -> unknown(id)));
    }
    return endpoints;
  }

  public EndpointView endpoint(Subscription subscription) {
    return endpoints(List.of(subscription)).getFirst();
  }

  /** Returns the signing secret of the endpoint in clear text. */
  String signingSecret(Subscription subscription) {
    return box.open(endpoint(subscription).secrets().current());
  }

  private void checkTarget(Call call, String customerId, TargetUrl url) {
    targets
        .refusal(customerId, url, call.caller().role() == Role.ADMIN)
        .ifPresent(
            reason -> {
              throw Problem.badField("/url", reason).asException();
            });
  }

  private byte @Nullable [] sealed(@Nullable AuthToken token) {
    return token == null ? null : box.seal(token.clear());
  }

  /**
   * Creates a secret in case the endpoint is new: 256 random bits in the Standard Webhooks format.
   */
  private byte[] newSecret() {
    byte[] bits = new byte[SECRET_BYTES];
    random.nextBytes(bits);
    return box.seal("whsec_" + Base64.getEncoder().encodeToString(bits));
  }

  /**
   * Describes a change for the audit log with the endpoint's id, because the URL may contain
   * secrets.
   */
  private static AuditedChanges.What what(String action, Subscription subscription) {
    return new AuditedChanges.What(
        action,
        subscription.customerId(),
        subscription.id().toString(),
        subscription.objCode() + "." + subscription.eventType() + " " + subscription.endpointId());
  }
}
