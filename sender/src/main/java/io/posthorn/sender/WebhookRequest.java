package io.posthorn.sender;

import io.posthorn.core.message.MessageBody;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.SendTarget;
import org.jspecify.annotations.Nullable;

/**
 * A webhook request to be written: one that carries a message, or one by which a person tries out a
 * subscription.
 *
 * @param authToken as sealed by the host
 * @param webhookId the message's id, or what stands for it in headers and signature
 * @param traceparent the trace that it belongs to, where there is one
 */
public record WebhookRequest(
    String customerId,
    SendTarget target,
    byte @Nullable [] authToken,
    String webhookId,
    byte[] body,
    @Nullable String traceparent) {
  /** The request that carries a message. */
  static WebhookRequest of(Effect.Send send) {
    String subscriptionId = send.subscription().id().toString();
    return new WebhookRequest(
        send.subscription().customerId(),
        send.target(),
        send.subscription().authToken(),
        send.ticket().message().toString(),
        MessageBody.render(send.event(), send.rendering(), subscriptionId),
        send.event().traceparent());
  }

  /** A request that is no message: a person tries out a subscription. */
  public static WebhookRequest test(
      String customerId,
      SendTarget target,
      byte @Nullable [] authToken,
      String webhookId,
      byte[] body) {
    return new WebhookRequest(customerId, target, authToken, webhookId, body, null);
  }
}
