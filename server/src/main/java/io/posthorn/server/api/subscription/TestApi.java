package io.posthorn.server.api.subscription;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.server.api.common.OutcomeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code /subscriptions/{id}/test}: sends a test request, which is not a message. */
public final class TestApi {
  private static final String FOR_ADMINS =
      "The endpoint is in a private network; only admins can see the error.";

  private final SubscriptionService subscriptions;
  private final TestRequestSender requests;
  private final SampleEvent sample;
  private final TestLimit limit;

  public TestApi(
      SubscriptionService subscriptions,
      Clock clock,
      ExpiringMarks marks,
      TestRequestSender requests,
      String cloudEventsSource) {
    this.subscriptions = subscriptions;
    this.requests = requests;
    this.sample = new SampleEvent(clock, cloudEventsSource);
    this.limit = new TestLimit(clock, marks);
  }

  public List<Route> routes() {
    return List.of(Route.post(SubscriptionsApi.PATH + "/{id}/test", Access.MANAGE, this::test));
  }

  private CallResponse test(Call call) {
    Subscription subscription = subscriptions.get(call.customer(), call.path("id"));
    byte[] body = call.body();
    if (body.length > 0) {
      JsonForm.read(body).done();
    }
    EndpointView endpoint = subscriptions.endpoint(subscription);
    if (endpoint.state() == CircuitState.FROZEN) {
      throw Problem.of(
              ErrorCode.ENDPOINT_FROZEN,
              "Endpoint %s is frozen; enable it first.".formatted(endpoint.id()))
          .asException();
    }
    Optional<Duration> wait = limit.take(subscription.customerId());
    if (wait.isPresent()) {
      return CallResponse.of(
              Problem.of(
                  ErrorCode.RATE_LIMITED,
                  "The customer is at its limit of 10 test requests per minute; retry later."))
          .retryAfter(wait.get());
    }
    Outcome outcome = requests.send(subscription, endpoint, sample.bodyFor(subscription)).join();
    boolean hidden = call.caller().role() != Role.ADMIN && outcome.isForAdmins();
    return CallResponse.ok(json -> write(json, outcome, hidden));
  }

  /**
   * Writes the result.
   *
   * @param hidden whether to hide the response: only admins see responses of private networks, and
   *     error texts may quote them
   */
  private static void write(JsonGenerator json, Outcome outcome, boolean hidden)
      throws IOException {
    json.writeStartObject();
    json.writeBooleanField("success", outcome.success());
    if (outcome.error() == null) {
      json.writeNumberField("status", outcome.status());
      json.writeNullField("error");
      json.writeNullField("detail");
    } else {
      json.writeNullField("status");
      json.writeStringField("error", outcome.error().text());
      json.writeStringField("detail", detail(outcome, hidden));
    }
    json.writeNumberField("durationMillis", outcome.durationMillis());
    if (hidden || outcome.error() != null) {
      json.writeNullField("response");
    } else {
      json.writeStringField(
          "response", new String(outcome.responseStart(), StandardCharsets.UTF_8));
    }
    json.writeEndObject();
  }

  private static String detail(Outcome outcome, boolean hidden) {
    if (!hidden) {
      return outcome.detail();
    }
    return outcome.error() == ErrorKind.BLOCKED_ADDRESS ? OutcomeJson.BLOCKED : FOR_ADMINS;
  }
}
