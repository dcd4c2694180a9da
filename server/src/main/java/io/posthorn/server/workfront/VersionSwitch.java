package io.posthorn.server.workfront;

import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionPatch;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.ProblemException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** {@code PUT .../version}: switches one subscription, some of them or all to a version. */
final class VersionSwitch {
  private static final String VERSION = "version";
  private static final String IDS = "subscriptionIds";
  private static final String ALL = "allCustomerSubscriptions";

  private final SubscriptionService subscriptions;

  VersionSwitch(SubscriptionService subscriptions) {
    this.subscriptions = subscriptions;
  }

  CallResponse one(Call call) {
    Subscription subscription = subscriptions.get(call.customer(), call.path("id"));
    JsonForm fields = JsonForm.read(call.body());
    PayloadVersion version = version(fields);
    fields.done();
    switchTo(call, subscription, version);
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", subscription.id().toString());
          json.writeStringField("version", version.text());
          json.writeEndObject();
        });
  }

  CallResponse many(Call call) {
    String customer = call.customer();
    JsonForm fields = JsonForm.read(call.body());
    PayloadVersion version = version(fields);
    Set<String> ids = ids(fields);
    fields.done();
    // Looks up all subscriptions before switching any, so that an unknown id changes nothing.
    List<Subscription> chosen =
        ids == null
            ? subscriptions.all(customer)
            : ids.stream().map(id -> subscriptions.get(customer, id)).toList();
    chosen.forEach(subscription -> check(subscription, version));
    List<RuntimeException> failures = switchAll(call, chosen, version);
    if (!failures.isEmpty()) {
      String rest =
          "%d of %d subscriptions have version %s now; repeat the call to switch the others."
              .formatted(chosen.size() - failures.size(), chosen.size(), version.text());
      throw failure(failures.getFirst(), rest);
    }
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("subscription_ids");
          for (Subscription subscription : chosen) {
            json.writeString(subscription.id().toString());
          }
          json.writeEndArray();
          json.writeStringField("version", version.text());
          json.writeEndObject();
        });
  }

  /** Refuses before anything is switched, so that a refusal changes nothing. */
  private static void check(Subscription subscription, PayloadVersion version) {
    if (version == PayloadVersion.V1 && subscription.format() == PayloadFormat.CLOUDEVENTS) {
      throw new InvalidInputException(
          "/" + VERSION,
          "Subscription %s has the format cloudevents, which has no v1; omit it from the request."
              .formatted(subscription.id()));
    }
  }

  /**
   * Switches concurrently, so that thousands of subscriptions share a few commits.
   *
   * @return the failures, for example of one that is being moved to another shard
   */
  private List<RuntimeException> switchAll(
      Call call, List<Subscription> chosen, PayloadVersion version) {
    List<Callable<Boolean>> work = new ArrayList<>(chosen.size());
    for (Subscription subscription : chosen) {
      work.add(
          () -> {
            switchUnlessDeleted(call, subscription, version);
            return true;
          });
    }
    List<RuntimeException> failures = new ArrayList<>();
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> one : workers.invokeAll(work)) {
        if (one.state() == Future.State.FAILED) {
          failures.add(one.exceptionNow() instanceof RuntimeException ours ? ours : unknown(one));
        }
      }
      return failures;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while switching versions", e);
    }
  }

  private static RuntimeException unknown(Future<Boolean> failed) {
    return new IllegalStateException("cannot switch a version", failed.exceptionNow());
  }

  /** The failure of one subscription, which also says how many have switched. */
  static RuntimeException failure(RuntimeException first, String rest) {
    return switch (first) {
      case ProblemException e -> {
        Problem problem = e.problem();
        String detail = problem.detail() + " " + rest;
        yield new Problem(problem.status(), problem.code(), detail, problem.errors()).asException();
      }
      case RefusedException e ->
          new RefusedException(e.reason(), e.detail() + " " + rest, e.retryAfter());
      case CompletionException e when e.getCause() instanceof RefusedException refused ->
          failure(refused, rest);
      default -> first;
    };
  }

  /**
   * Switches one of many. One that is deleted meanwhile does not count: a 404 would come after
   * others have switched, and it is as if it had been deleted after the call.
   */
  private void switchUnlessDeleted(Call call, Subscription subscription, PayloadVersion version) {
    try {
      switchTo(call, subscription, version);
    } catch (ProblemException e) {
      if (e.problem().code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
    }
  }

  private void switchTo(Call call, Subscription subscription, PayloadVersion version) {
    if (subscription.version() != version) {
      subscriptions.change(
          call,
          subscription.customerId(),
          subscription.id().toString(),
          SubscriptionPatch.toVersion(version));
    }
  }

  private static PayloadVersion version(JsonForm fields) {
    String text = fields.requiredText(VERSION, 10);
    PayloadVersion version = PayloadVersion.parse(text).orElse(PayloadVersion.V2);
    if (!text.isEmpty() && !version.text().equals(text)) {
      fields.wrong(VERSION, "must be v1 or v2.");
    }
    return version;
  }

  /** Returns the distinct ids; null for all subscriptions. */
  private static @Nullable Set<String> ids(JsonForm fields) {
    boolean all = fields.flag(ALL).orElse(false);
    JsonValue sent = fields.take(IDS);
    if (all == !(sent instanceof JsonNull)) {
      fields.wrong(IDS, "or " + ALL + ": true must be given, but not both.");
      return null;
    }
    if (all) {
      return null;
    }
    Set<String> ids = new LinkedHashSet<>();
    if (sent instanceof JsonArray(List<JsonValue> elements)) {
      for (JsonValue element : elements) {
        ids.add(element instanceof JsonText(String id) ? id : "");
      }
    }
    if (ids.isEmpty() || ids.contains("")) {
      fields.wrong(IDS, "must be a non-empty array of subscription ids.");
    }
    return ids;
  }
}
