package io.posthorn.server.node;

import io.posthorn.engine.EngineHealth;
import io.posthorn.server.api.HealthApi.Condition;
import io.posthorn.server.api.HealthApi.Service;
import java.util.List;

/** What the engine's health means to those who call the server. */
final class EngineCondition {
  private static final List<Service> BOTH = List.of(Service.values());

  private EngineCondition() {}

  static Condition of(EngineHealth health) {
    return switch (health.state()) {
      case RUNNING -> new Condition(true, health.detail(), List.of());
      case VOLUME_FULL -> new Condition(true, health.detail(), List.of(Service.INTAKE));
      // It ends as it was told to: that is no reason to end it.
      case STOPPING, STOPPED -> new Condition(true, health.detail(), BOTH);
      case FAILED -> Condition.broken(health.detail());
    };
  }
}
