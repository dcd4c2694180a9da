package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.error.StartException;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.NewsSettings;
import io.posthorn.server.settings.Secret;
import java.util.Optional;

/** Where the operator gets every customer's news, as {@code news.url} says. */
final class OperatorSubscriptionSetup {
  private OperatorSubscriptionSetup() {}

  /**
   * The rules with the operator's news in them, if the settings want it.
   *
   * @throws StartException where nothing could ever be sent there
   */
  static Rules addTo(Rules rules, NewsSettings news, SecretBox box, HttpSender sender) {
    TargetUrl url = news.url();
    Secret secret = news.secret();
    if (url == null || secret == null) {
      return rules;
    }
    Optional<AddressGuard.Refused> refusal =
        sender.refusal(OperatorSubscription.CUSTOMER, url).join();
    if (refusal.isPresent()) {
      throw new StartException("news.url: " + refusal.get().reason(), null);
    }
    return rules.withOperatorSubscription(OperatorSubscription.to(url, box.seal(secret.clear())));
  }
}
