package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.url.TargetUrl;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a request with its settings and secrets, read at each attempt.
 *
 * @param token the access token, or the reason why there is none: then nothing is sent and that is
 *     the outcome; null if the endpoint has no OAuth2 client
 */
public record SendTarget(
    TargetUrl url,
    EndpointSettings settings,
    EndpointSecrets secrets,
    @Nullable TokenResult token) {
  /** A destination without an access token. */
  public SendTarget(TargetUrl url, EndpointSettings settings, EndpointSecrets secrets) {
    this(url, settings, secrets, null);
  }

  /** The same destination with the result of a request for an access token. */
  public SendTarget with(TokenResult result) {
    return new SendTarget(url, settings, secrets, result);
  }
}
