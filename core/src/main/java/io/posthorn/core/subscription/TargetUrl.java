package io.posthorn.core.subscription;

import io.posthorn.core.endpoint.EndpointId;

/** The URL of a subscription, in its normal form. */
public record TargetUrl(String text) {
  public EndpointId endpointOf(String customerId) {
    return EndpointId.of(customerId, text);
  }

  @Override
  public String toString() {
    return text;
  }
}
