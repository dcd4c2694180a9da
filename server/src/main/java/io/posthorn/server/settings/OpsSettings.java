package io.posthorn.server.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Health and metrics.
 *
 * @param port a port of their own; null to have them on the main one
 */
public record OpsSettings(@Nullable Integer port) {
  private static final Setting<Integer> PORT =
      Setting.optional(
          "ops.port",
          Kinds.PORT,
          "none: they are on http.port",
          "A port of their own for health and metrics.");

  static final List<Setting<?>> ALL = List.of(PORT);

  static OpsSettings of(Values values) {
    Integer port = values.find(PORT);
    // Any free port twice gives two ports.
    if (port != null && port != 0 && port.equals(values.get(HttpSettings.PORT))) {
      throw values.refused(
          PORT, port + " is http.port already; use another, or remove it to share that one");
    }
    return new OpsSettings(port);
  }
}
