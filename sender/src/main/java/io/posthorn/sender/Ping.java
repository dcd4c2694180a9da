package io.posthorn.sender;

import io.posthorn.core.shard.protocol.SendTarget;
import org.jspecify.annotations.Nullable;

/**
 * A request that is no message: a person tries out a subscription.
 *
 * @param authToken as sealed by the host
 * @param webhookId what stands for a message's id in headers and signature
 */
public record Ping(
    String customerId,
    SendTarget target,
    byte @Nullable [] authToken,
    String webhookId,
    byte[] body) {}
