package io.posthorn.server.settings;

import io.posthorn.core.event.CodeSyntax;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.sender.guard.AllowedTarget;
import io.posthorn.sender.guard.IpNetwork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of target restrictions and encryption.
 *
 * @param httpsOnly whether plain http is limited to allowed targets
 * @param encryptionKey Base64 of 32 bytes, several with commas; null to use the file
 * @param encryptionKeyFile null for the one in the data directory, made at the first start
 */
public record SecuritySettings(
    boolean httpsOnly,
    List<AllowedTarget> allowedTargets,
    @Nullable Secret encryptionKey,
    @Nullable Path encryptionKeyFile) {
  /** The targets allowed with {@code --dev}. */
  private static final List<AllowedTarget> LOOPBACK =
      List.of(AllowedTarget.of("127.0.0.0/8"), AllowedTarget.of("::1"));

  static final Setting<Boolean> HTTPS_ONLY =
      Setting.of(
          "security.https-only",
          ValueTypes.BOOLEAN,
          "true",
          "Allows plain http only to networks in security.allowed-targets.");

  static final Setting<List<AllowedTarget>> ALLOWED_TARGETS =
      Setting.optional(
          "security.allowed-targets",
          ValueType.listOf(
              "a network such as 10.0.0.0/8, or customer=10.0.0.0/8", SecuritySettings::target),
          "none",
          "Private networks that messages may be sent to: CIDRs, or customer=CIDR.");

  static final Setting<Secret> ENCRYPTION_KEY =
      Setting.optional(
          "security.encryption-key",
          Secret.ENCRYPTION_KEY,
          "in a file created at first start",
          "The key that encrypts tokens and secrets at rest. To replace it: the new one, a comma,"
              + " the old one.");

  static final Setting<Path> ENCRYPTION_KEY_FILE =
      Setting.optional(
          "security.encryption-key-file",
          ValueTypes.PATH,
          "in data.dir, created at first start",
          "The file with the encryption key, best kept outside data.dir. Several: one a line, the"
              + " newest first.");

  static final List<Setting<?>> ALL =
      List.of(HTTPS_ONLY, ALLOWED_TARGETS, ENCRYPTION_KEY, ENCRYPTION_KEY_FILE);

  public SecuritySettings {
    allowedTargets = List.copyOf(allowedTargets);
  }

  static SecuritySettings of(Values values) {
    List<AllowedTarget> targets = values.find(ALLOWED_TARGETS);
    Secret key = values.find(ENCRYPTION_KEY);
    Path keyFile = values.find(ENCRYPTION_KEY_FILE);
    if (key != null && keyFile != null) {
      throw values.refused(
          ENCRYPTION_KEY,
          "it cannot be set together with security.encryption-key-file; keep one of them");
    }
    return new SecuritySettings(
        values.get(HTTPS_ONLY), targets == null ? List.of() : targets, key, keyFile);
  }

  private static @Nullable AllowedTarget target(String text) {
    try {
      AllowedTarget target = AllowedTarget.parse(text);
      return target == null || !isKnownOwner(target.customerId()) ? null : target;
    } catch (IpNetwork.HostBitsException e) {
      throw new ValueType.BadValueException(SettingsException.quoted(text) + " " + e.getMessage());
    }
  }

  /**
   * Accepts the operator like a customer, because operational-events.url may be in a private
   * network.
   */
  private static boolean isKnownOwner(@Nullable String customerId) {
    return customerId == null
        || CodeSyntax.isCustomerId(customerId)
        || customerId.equals(OperatorSubscription.CUSTOMER);
  }

  /** Returns a copy that allows plain http and loopback targets. */
  SecuritySettings forDevelopment() {
    List<AllowedTarget> targets = new ArrayList<>(allowedTargets);
    for (AllowedTarget loopback : LOOPBACK) {
      if (!targets.contains(loopback)) {
        targets.add(loopback);
      }
    }
    return new SecuritySettings(false, targets, encryptionKey, encryptionKeyFile);
  }
}
