package io.posthorn.server.api.subscription;

import io.posthorn.core.url.TargetUrl;
import java.util.Optional;

/** Says whether messages of a customer may be sent to a URL, as far as can be seen now. */
@FunctionalInterface
public interface TargetCheck {
  /**
   * Why not, as a sentence for a person; nothing where they may.
   *
   * @param admin whether it is told to an admin: to others it does not name the address that a name
   *     has in our network
   */
  Optional<String> refusal(String customerId, TargetUrl url, boolean admin);
}
