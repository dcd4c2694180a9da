package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.tls.ClientIdentity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rendered request with its customer and timeout.
 *
 * @param head the bytes of the head, followed by the body if it is small
 * @param rest the body if it is larger; it is not copied
 * @param secrets values to mask if the receiver echoes them
 * @param identity the client certificate to present; null for the general one, if there is one
 * @param limits the limits of the response; null for the general ones
 */
public record OutboundRequest(
    String customerId,
    TargetUrl url,
    byte[] head,
    byte[] rest,
    List<String> secrets,
    long timeoutNanos,
    @Nullable ClientIdentity identity,
    @Nullable ResponseLimits limits) {
  /** A request with the general limits of responses. */
  public OutboundRequest(
      String customerId,
      TargetUrl url,
      byte[] head,
      byte[] rest,
      List<String> secrets,
      long timeoutNanos,
      @Nullable ClientIdentity identity) {
    this(customerId, url, head, rest, secrets, timeoutNanos, identity, null);
  }

  /** A request without a client certificate of its own. */
  public OutboundRequest(
      String customerId,
      TargetUrl url,
      byte[] head,
      byte[] rest,
      List<String> secrets,
      long timeoutNanos) {
    this(customerId, url, head, rest, secrets, timeoutNanos, null);
  }
}
