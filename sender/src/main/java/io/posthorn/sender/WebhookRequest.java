package io.posthorn.sender;

import io.posthorn.core.message.MessageBody;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.subscription.PayloadFormat;
import org.jspecify.annotations.Nullable;

/**
 * A webhook request before rendering: a message, or a test of a subscription.
 *
 * @param authToken the token, sealed by the host
 * @param webhookId the message id, or the test's id, for headers and signature
 * @param format the format of the body, which determines its media type
 * @param traceparent the trace it belongs to, if any
 * @param sequence the message's number in the order of its object, if it is ordered
 */
public record WebhookRequest(
    String customerId,
    SendTarget target,
    byte @Nullable [] authToken,
    String webhookId,
    PayloadFormat format,
    byte[] body,
    @Nullable String traceparent,
    @Nullable String sequence) {
  /**
   * The request that carries a message.
   *
   * @param source the start of the attribute {@code source} of CloudEvents
   */
  static WebhookRequest of(Effect.Send send, String source) {
    String subscriptionId = send.subscription().id().toString();
    return new WebhookRequest(
        send.subscription().customerId(),
        send.target(),
        send.subscription().authToken(),
        send.ticket().message().toString(),
        send.rendering().format(),
        MessageBody.render(send.event(), send.rendering(), subscriptionId, source),
        send.event().traceparent(),
        send.sequence());
  }

  /** The same request with another target. */
  WebhookRequest with(SendTarget other) {
    return new WebhookRequest(
        customerId, other, authToken, webhookId, format, body, traceparent, sequence);
  }

  /** A test request. */
  public static WebhookRequest test(
      String customerId,
      SendTarget target,
      byte @Nullable [] authToken,
      String webhookId,
      PayloadFormat format,
      byte[] body) {
    return new WebhookRequest(customerId, target, authToken, webhookId, format, body, null, null);
  }
}
