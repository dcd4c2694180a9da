package io.posthorn.server.api.subscription;

import io.posthorn.core.url.TargetUrl;
import java.util.Optional;

/** Checks whether messages of a customer may be sent to a URL. */
@FunctionalInterface
public interface TargetCheck {
  /**
   * Returns the reason for a refusal as a sentence; empty if the URL is allowed.
   *
   * @param admin whether the caller is an admin; only admins see internal addresses of host names
   */
  Optional<String> refusal(String customerId, TargetUrl url, boolean admin);
}
