package io.posthorn.server.node;

import io.posthorn.kafka.NodeHealth;
import io.posthorn.server.api.HealthApi.Condition;
import io.posthorn.server.api.HealthApi.Service;
import java.util.List;

/** What the health of a node of many means to those who call it. */
final class NodeCondition {
  private static final List<Service> BOTH = List.of(Service.values());

  static final Condition STARTING = new Condition(true, "Looking for the brokers.", BOTH);

  private NodeCondition() {}

  /**
   * Ready is who runs its partitions: callers of one that does not are better served by another.
   *
   * @param paused whether a person has paused all delivery
   */
  static Condition of(NodeHealth health, boolean paused) {
    return switch (health.state()) {
      case RUNNING ->
          new Condition(
              true,
              paused ? "Running; all delivery is paused by a person." : health.detail(),
              List.of());
      // It will go on by itself, or ends as it was told to: no reason to end it.
      case STARTING, CUT_OFF, STOPPING, STOPPED -> new Condition(true, health.detail(), BOTH);
      case FAILED -> Condition.broken(health.detail());
    };
  }
}
