package io.posthorn.client;

import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.model.TestResult;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.client.request.SubscriptionFilter;
import io.posthorn.client.request.SubscriptionUpdate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The calls about subscriptions. */
public final class SubscriptionCalls {
  private final ApiTransport transport;

  SubscriptionCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** Creates a subscription. The response contains the secret that signs its messages. */
  public SubscriptionDetails create(NewSubscription subscription) {
    return transport.call(
        ApiRequest.post("subscriptions").body(subscription), SubscriptionDetails.class);
  }

  /** The customer's subscriptions, the oldest first. */
  public PagedList<SubscriptionDetails> list() {
    return list(SubscriptionFilter.all());
  }

  public PagedList<SubscriptionDetails> list(SubscriptionFilter filter) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("subscriptions")
                    .with(filter.parameters())
                    .with("limit", limit)
                    .with("cursor", cursor),
                "data",
                SubscriptionDetails.class));
  }

  public SubscriptionDetails get(String id) {
    return transport.call(ApiRequest.get("subscriptions", id), SubscriptionDetails.class);
  }

  /** Changes a subscription. Waiting messages move to a new URL. */
  public SubscriptionDetails update(String id, SubscriptionUpdate update) {
    return transport.call(
        ApiRequest.patch("subscriptions", id).body(update), SubscriptionDetails.class);
  }

  /** Deletes a subscription; its waiting messages are cancelled. */
  public void delete(String id) {
    transport.call(ApiRequest.delete("subscriptions", id));
  }

  /**
   * Sends a test request now. It is not a message and does not count in statistics; at most 10 per
   * minute.
   */
  public TestResult test(String id) {
    return transport.call(ApiRequest.post("subscriptions", id, "test"), TestResult.class);
  }

  /** Evaluates an unsaved subscription against the last 20 events. */
  public List<DryRunResult.Verdict> dryRun(NewSubscription subscription) {
    return verdicts(JsonMapping.write(Map.of("subscription", subscription)));
  }

  /** The result of an unsaved subscription for an event. */
  public List<DryRunResult.Verdict> dryRun(NewSubscription subscription, NewEvent event) {
    String draft = new String(JsonMapping.write(subscription), StandardCharsets.UTF_8);
    String body = "{\"subscription\":" + draft + ",\"event\":" + event + "}";
    return verdicts(body.getBytes(StandardCharsets.UTF_8));
  }

  private List<DryRunResult.Verdict> verdicts(byte[] body) {
    return transport.list(
        ApiRequest.post("subscriptions", "dryRun").body(body).repeatable(true),
        "data",
        DryRunResult.Verdict.class);
  }
}
