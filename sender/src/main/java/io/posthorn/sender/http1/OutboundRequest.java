package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import java.util.List;

/**
 * A request ready to go, with whose it is and how long it may take.
 *
 * @param head its bytes, with the body at its end where that is small
 * @param rest a larger body, which is not copied
 * @param secrets what a receiver could send back and nobody may see
 */
public record OutboundRequest(
    String customerId,
    TargetUrl url,
    byte[] head,
    byte[] rest,
    List<String> secrets,
    long timeoutNanos) {}
