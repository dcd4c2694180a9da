package io.posthorn.app.boot;

import io.posthorn.sender.SenderSettings;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.tls.TlsSettings;
import io.posthorn.server.settings.CertificateFiles;
import io.posthorn.server.settings.DeliverySettings;
import io.posthorn.server.settings.Settings;

/** Maps the server's settings to the sender's. */
final class SenderConfiguration {
  private SenderConfiguration() {}

  static SenderSettings settings(Settings settings, String version) {
    DeliverySettings delivery = settings.delivery();
    CertificateFiles client = delivery.clientCertificate();
    return SenderSettings.DEFAULT
        .withVersion(version)
        .withTimeout(delivery.timeout())
        .withHttpsOnly(settings.security().httpsOnly())
        .withAuthorization(delivery.authorization())
        .withAllowedTargets(new AllowedTargets(settings.security().allowedTargets()))
        .withTls(
            new TlsSettings(
                delivery.trustedCa(),
                client == null ? null : client.certificate(),
                client == null ? null : client.key()));
  }
}
