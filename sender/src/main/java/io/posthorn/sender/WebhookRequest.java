package io.posthorn.sender;

import io.posthorn.core.message.MessageBody;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import org.jspecify.annotations.Nullable;

/**
 * A webhook request before rendering: a message, or a test of a subscription.
 *
 * @param authToken the token, sealed by the host
 * @param webhookId the message id, or the test's id, for headers and signature
 * @param traceparent the trace it belongs to, if any
 * @param sequence the message's number in the order of its object, if it is ordered
 */
public record WebhookRequest(
    String customerId,
    SendTarget target,
    byte @Nullable [] authToken,
    String webhookId,
    byte[] body,
    @Nullable String traceparent,
    @Nullable String sequence) {
  /** The request that carries a message. */
  static WebhookRequest of(Effect.Send send) {
    String subscriptionId = send.subscription().id().toString();
    return new WebhookRequest(
        send.subscription().customerId(),
        send.target(),
        send.subscription().authToken(),
        send.ticket().message().toString(),
        MessageBody.render(send.event(), send.rendering(), subscriptionId),
        send.event().traceparent(),
        send.sequence());
  }

  /** A test request. */
  public static WebhookRequest test(
      String customerId,
      SendTarget target,
      byte @Nullable [] authToken,
      String webhookId,
      byte[] body) {
    return new WebhookRequest(customerId, target, authToken, webhookId, body, null, null);
  }
}
