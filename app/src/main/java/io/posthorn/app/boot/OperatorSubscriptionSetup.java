package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.error.StartException;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.OperationalEventSettings;
import io.posthorn.server.settings.Secret;
import java.util.Optional;

/** Subscribes the operator to all operational events, if {@code operational-events.url} is set. */
final class OperatorSubscriptionSetup {
  private OperatorSubscriptionSetup() {}

  /**
   * Returns the rules with the operator's subscription, if the settings name a URL.
   *
   * @throws StartException if the address guard refuses the URL
   */
  static Rules addTo(
      Rules rules, OperationalEventSettings settings, SecretBox box, HttpSender sender) {
    TargetUrl url = settings.url();
    Secret secret = settings.secret();
    if (url == null || secret == null) {
      return rules;
    }
    Optional<AddressGuard.Refused> refusal =
        sender.refusal(OperatorSubscription.CUSTOMER, url).join();
    if (refusal.isPresent()) {
      throw new StartException("operational-events.url: " + refusal.get().reason(), null);
    }
    return rules.withOperatorSubscription(OperatorSubscription.to(url, box.seal(secret.clear())));
  }
}
