package io.posthorn.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.http1.ResponseLimits;
import io.posthorn.sender.tls.TlsSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SenderSettingsTest {
  @Test
  void the_defaults_are_those_of_the_contract() {
    SenderSettings settings = SenderSettings.DEFAULT;

    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.response())
        .isEqualTo(new ResponseLimits(65_536, Duration.ofSeconds(5), 1_024));
    assertThat(settings.authorization()).isEqualTo(AuthorizationStyle.BEARER);
    assertThat(settings.allowedTargets()).isSameAs(AllowedTargets.NONE);
    assertThat(settings.httpsOnly()).isTrue();
    assertThat(settings.tls()).isEqualTo(new TlsSettings(null, null, null));
    assertThat(settings.withVersion("0.2.0").userAgent()).isEqualTo("Posthorn/0.2.0");
  }
}
