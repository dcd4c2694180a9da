package io.posthorn.server.api.message;

import io.posthorn.core.url.TargetUrl;

/** Tells whether a URL leads into a private network that a setting allows. */
@FunctionalInterface
public interface PrivateTargets {
  boolean reach(String customerId, TargetUrl url);
}
