package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A builder of test messages. Sealing is plain UTF-8. */
public record TestMessage(
    String url,
    String customerId,
    @Nullable String token,
    @Nullable String headers,
    EndpointSecrets secrets,
    Duration timeout,
    @Nullable String traceparent,
    String state,
    EndpointOptions options) {
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  public static TestMessage to(String url) {
    return new TestMessage(
        url,
        "acme",
        null,
        null,
        EndpointSecrets.of(SECRET.getBytes(UTF_8)),
        Duration.ZERO,
        null,
        "{\"name\":\"Zo\u00eb\"}",
        EndpointOptions.NONE);
  }

  public TestMessage of(String customer) {
    return new TestMessage(
        url, customer, token, headers, secrets, timeout, traceparent, state, options);
  }

  TestMessage token(String value) {
    return new TestMessage(
        url, customerId, value, headers, secrets, timeout, traceparent, state, options);
  }

  TestMessage headers(String json) {
    return new TestMessage(
        url, customerId, token, json, secrets, timeout, traceparent, state, options);
  }

  TestMessage secrets(EndpointSecrets value) {
    return new TestMessage(
        url, customerId, token, headers, value, timeout, traceparent, state, options);
  }

  TestMessage timeout(Duration value) {
    return new TestMessage(
        url, customerId, token, headers, secrets, value, traceparent, state, options);
  }

  TestMessage traceparent(String value) {
    return new TestMessage(
        url, customerId, token, headers, secrets, timeout, value, state, options);
  }

  TestMessage state(String json) {
    return new TestMessage(
        url, customerId, token, headers, secrets, timeout, traceparent, json, options);
  }

  TestMessage options(EndpointOptions value) {
    return new TestMessage(
        url, customerId, token, headers, secrets, timeout, traceparent, state, value);
  }

  static MessageId messageId() {
    return new MessageId(EventKey.of(1_767_225_600_000L, 0, 1, 7), 0);
  }

  SendTarget target() {
    byte[] sealed = headers == null ? null : headers.getBytes(UTF_8);
    return new SendTarget(
        TargetUrl.parse(url),
        new EndpointSettings(0, 0, timeout.toMillis(), sealed, options),
        secrets);
  }

  Effect.Send send() {
    Subscription subscription = subscription();
    AttemptTicket ticket =
        new AttemptTicket(subscription.endpointId(), messageId(), 1, 0, Lane.FIRST, false, 0);
    return new Effect.Send(ticket, event(), Rendering.DEFAULT, subscription, target(), null);
  }

  Event event() {
    return new Event(
        customerId,
        "e-1",
        "TASK",
        "UPDATE",
        "t-1",
        Instant.parse("2026-11-15T10:00:00Z"),
        null,
        JsonSlice.of(state),
        null,
        traceparent);
  }

  private Subscription subscription() {
    return new Subscription(
        new SubscriptionId(1, 2),
        customerId,
        "TASK",
        "UPDATE",
        null,
        TargetUrl.parse(url),
        FilterSet.none(),
        PayloadVersion.V2,
        PayloadVersion.V2,
        0,
        PayloadFormat.WORKFRONT,
        false,
        token == null ? null : token.getBytes(UTF_8),
        null,
        null,
        0,
        0);
  }
}
