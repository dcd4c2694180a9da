package io.posthorn.app.boot;

import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.error.StartException;
import io.posthorn.sender.HttpSender;
import io.posthorn.sender.SenderSettings;
import io.posthorn.sender.guard.AddressGuard;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.guard.Resolver;
import io.posthorn.sender.tls.TlsSettings;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.DeliverySettings;
import io.posthorn.server.settings.OperationalEventSettings;
import io.posthorn.server.settings.Secret;
import io.posthorn.server.settings.Settings;
import java.time.Clock;

/** The start of the sender from the settings. */
final class SenderStart {
  private SenderStart() {}

  static HttpSender open(Settings settings, String version, SecretBox box, Resolver resolver) {
    return new HttpSender(
        senderSettings(settings, version), box::open, resolver, Clock.systemUTC());
  }

  private static SenderSettings senderSettings(Settings settings, String version) {
    DeliverySettings delivery = settings.delivery();
    CertificateFiles client = delivery.clientCertificate();
    return SenderSettings.DEFAULT
        .withVersion(version)
        .withTimeout(delivery.timeout())
        .withCloudEventsSource(settings.cloudEvents().source())
        .withHttpsOnly(settings.security().httpsOnly())
        .withAuthorization(delivery.authorization())
        .withRoute(delivery.route())
        .withAllowedTargets(new AllowedTargets(settings.security().allowedTargets()))
        .withTls(
            new TlsSettings(
                delivery.trustedCa(),
                client == null ? null : client.certificate(),
                client == null ? null : client.key()));
  }

  /**
   * Returns the rules with the operator's subscription to all operational events, if {@code
   * operational-events.url} is set.
   *
   * @throws StartException if the address guard refuses the URL
   */
  static Rules withOperator(
      Rules rules, OperationalEventSettings settings, SecretBox box, HttpSender sender) {
    TargetUrl url = settings.url();
    Secret secret = settings.secret();
    if (url == null || secret == null) {
      return rules;
    }
    if (sender.check(OperatorSubscription.CUSTOMER, url).join()
        instanceof AddressGuard.Refused refused) {
      throw new StartException("operational-events.url: " + refused.reason(), null);
    }
    return rules.withOperatorSubscription(
        OperatorSubscription.to(url, box.seal(secret.clear()), settings.format()));
  }
}
