package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import java.util.List;

/**
 * A rendered request with its customer and timeout.
 *
 * @param head the bytes of the head, followed by the body if it is small
 * @param rest the body if it is larger; it is not copied
 * @param secrets values to mask if the receiver echoes them
 */
public record OutboundRequest(
    String customerId,
    TargetUrl url,
    byte[] head,
    byte[] rest,
    List<String> secrets,
    long timeoutNanos) {}
