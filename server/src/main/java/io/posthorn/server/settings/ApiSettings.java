package io.posthorn.server.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the API.
 *
 * @param adminKey null to have one made at the first start
 */
public record ApiSettings(@Nullable Secret adminKey) {
  static final Setting<Secret> ADMIN_KEY =
      Setting.optional(
          "api.admin-key",
          Secrets.ADMIN_KEY,
          "made at first start",
          "An admin key for all customers, for unattended installations.");

  static final List<Setting<?>> ALL = List.of(ADMIN_KEY);

  static ApiSettings of(Values values) {
    return new ApiSettings(values.find(ADMIN_KEY));
  }
}
