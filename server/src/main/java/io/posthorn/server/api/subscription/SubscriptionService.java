package io.posthorn.server.api.subscription;

import io.posthorn.core.directory.Role;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.AuthToken;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.subscription.SubscriptionPatch;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.Engine;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.NewIds;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import io.posthorn.server.secrets.SecretBox;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The service that reads and changes subscriptions, for the API and the Workfront-compatible API.
 */
public final class SubscriptionService {
  private static final int SECRET_BYTES = 32;

  /** The check whether messages of a customer may be sent to a URL. */
  @FunctionalInterface
  public interface TargetCheck {
    /**
     * The result of a check, in sentences.
     *
     * @param refusal the reason for a refusal; null if the URL is accepted
     * @param warning what the owner of an accepted URL should know; null if there is nothing
     */
    record Verdict(@Nullable String refusal, @Nullable String warning) {
      public static final Verdict ALLOWED = new Verdict(null, null);

      public static Verdict refused(String reason) {
        return new Verdict(reason, null);
      }

      public static Verdict warned(String warning) {
        return new Verdict(null, warning);
      }
    }

    /**
     * Checks a URL.
     *
     * @param admin whether the caller is an admin; only admins see internal addresses of host names
     */
    Verdict check(String customerId, TargetUrl url, boolean admin);
  }

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

  Engine engine() {
    return engine;
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

  /**
   * A subscription that was created or changed.
   *
   * @param warnings what its owner should know, with a pointer to the field
   */
  public record Saved(Subscription subscription, List<FieldError> warnings) {}

  public Saved create(Call call, String customerId, SubscriptionDraft draft) {
    List<FieldError> warnings = checkNew(call, customerId, draft);
    Subscription made =
        draft.create(ids.subscription(), customerId, sealed(draft.authToken()), clock.millis());
    return new Saved(create(call, made, Set.of()), warnings);
  }

  private List<FieldError> checkNew(Call call, String customerId, SubscriptionDraft draft) {
    List<FieldError> warnings = checkTarget(call, customerId, draft.url());
    if (engine.subscriptions().count(customerId) >= SubscriptionIndex.MOST_PER_CUSTOMER) {
      throw Problem.of(ErrorCode.SUBSCRIPTION_LIMIT, SubscriptionIndex.LIMIT_REACHED).asException();
    }
    return warnings;
  }

  private Subscription create(Call call, Subscription made, Set<SubscriptionId> allowedDuplicates) {
    byte[] secret = newSecret();
    changes.make(
        call,
        what("subscription.create", made),
        request -> new Command.CreateSubscription(request, made, secret, allowedDuplicates));
    return made;
  }

  /**
   * Creates a subscription for the Workfront-compatible API, where the token is part of a
   * subscription's identity: users rotate a token by creating a second subscription with the new
   * one.
   */
  public Subscription createWithOtherToken(Call call, String customerId, SubscriptionDraft draft) {
    var _ = checkNew(call, customerId, draft); // that API has no field for warnings
    Subscription made =
        draft.create(ids.subscription(), customerId, sealed(draft.authToken()), clock.millis());
    for (int tries = 1; ; tries++) {
      Set<SubscriptionId> allowedDuplicates = withOtherToken(made, draft.authToken());
      try {
        return create(call, made, allowedDuplicates);
      } catch (ProblemException e) {
        // A duplicate that was created at the same time may have another token.
        if (e.problem().code() != ErrorCode.SUBSCRIPTION_EXISTS
            || tries == AuditedChanges.MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Returns the subscriptions that differ in the token alone; a 409 if one has the same. */
  private Set<SubscriptionId> withOtherToken(Subscription made, @Nullable AuthToken token) {
    Set<SubscriptionId> allowedDuplicates = new TreeSet<>();
    for (Subscription same : engine.subscriptions().allSameAs(made)) {
      if (hasToken(same, token)) {
        throw Problem.of(
                ErrorCode.SUBSCRIPTION_EXISTS,
                "Subscription %s is identical: same events, filters, URL and token."
                    .formatted(same.id()))
            .asException();
      }
      allowedDuplicates.add(same.id());
    }
    return allowedDuplicates;
  }

  private boolean hasToken(Subscription subscription, @Nullable AuthToken token) {
    byte[] sealed = subscription.authToken();
    return (sealed == null || token == null)
        ? (sealed == null && token == null)
        : box.open(sealed).equals(token.clear());
  }

  /** Enables the endpoint of a subscription. */
  public void enable(Call call, Subscription subscription) {
    changes.make(
        call,
        AuditedChanges.What.of(
            "endpoint.enable", subscription.customerId(), subscription.endpointId().toString()),
        request ->
            new Command.EnableEndpoint(
                request, subscription.customerId(), subscription.endpointId()));
  }

  /** Applies a patch, and retries it after a concurrent change. */
  public Saved change(Call call, String customerId, String id, SubscriptionPatch patch) {
    List<FieldError> warnings =
        patch.url().isKept()
            ? List.of()
            : checkTarget(call, customerId, patch.url().over(get(customerId, id).url()));
    byte[] token = sealed(patch.newToken());
    for (int tries = 1; ; tries++) {
      Subscription before = get(customerId, id);
      if (patch.isEmpty()) {
        return new Saved(before, warnings);
      }
      try {
        Subscription after = patch.apply(before, token, engine.reads().now());
        return new Saved(change(call, before, after), warnings);
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
    return SigningKeys.parse(box.open(endpoint(subscription).secrets().current())).secret();
  }

  private List<FieldError> checkTarget(Call call, String customerId, TargetUrl url) {
    TargetCheck.Verdict verdict =
        targets.check(customerId, url, call.caller().role() == Role.ADMIN);
    if (verdict.refusal() != null) {
      throw Problem.badField("/url", verdict.refusal()).asException();
    }
    return verdict.warning() == null
        ? List.of()
        : List.of(new FieldError("/url", verdict.warning()));
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
