package io.posthorn.server.settings;

import java.util.Map;

/** The check that the chosen engine has every given setting, so that none is ignored. */
final class EngineCompatibility {
  private static final Map<Setting<?>, String> EMBEDDED_ONLY =
      Map.of(
          DataSettings.MIN_FREE, "events are kept by the brokers",
          DataSettings.BACKUPS, "the brokers keep the data",
          RetentionSettings.MAX_BYTES, "retention.records bounds what is kept");

  private EngineCompatibility() {}

  static void check(Settings.EngineKind engine, Values values) {
    switch (engine) {
      case EMBEDDED -> KafkaSettings.refuseOn(values);
      case KAFKA -> checkForKafka(values);
    }
  }

  private static void checkForKafka(Values values) {
    KafkaSettings.require(values);
    if (!values.isSet(Settings.Api.ADMIN_KEY)) {
      throw values.refused(
          Settings.ENGINE,
          "kafka needs api.admin-key, since no single node can create it; \"openssl rand -hex 24\""
              + " prints one");
    }
    if (!values.isSet(SecuritySettings.ENCRYPTION_KEY)
        && !values.isSet(SecuritySettings.ENCRYPTION_KEY_FILE)) {
      throw values.refused(
          Settings.ENGINE,
          "kafka needs security.encryption-key or security.encryption-key-file, the same on every"
              + " node; \"openssl rand -base64 32\" prints one");
    }
    for (Setting<?> setting : Catalog.ALL) {
      String reason = EMBEDDED_ONLY.get(setting);
      if (reason != null && values.isSet(setting)) {
        throw values.refused(
            setting, "it only applies to engine: embedded, since " + reason + "; remove it");
      }
    }
    if (!values.isSet(KafkaSettings.ADVERTISED_ADDRESS)
        && HostNames.isEverywhere(values.get(HttpSettings.HOST))) {
      throw values.refused(
          HttpSettings.HOST,
          "other nodes cannot use this address; set kafka.advertised-address to the one they"
              + " reach, such as node-1:8080");
    }
  }
}
