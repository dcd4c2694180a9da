package io.posthorn.server.api.message;

import io.posthorn.core.url.TargetUrl;

/** Says whether a URL leads into a private network that requests may go to by a setting. */
@FunctionalInterface
public interface PrivateTargets {
  boolean reach(String customerId, TargetUrl url);
}
