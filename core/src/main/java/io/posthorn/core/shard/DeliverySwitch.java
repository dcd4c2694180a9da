package io.posthorn.core.shard;

import org.jspecify.annotations.Nullable;

/** The red button: stops all deliveries, of one customer or of all, and lets them go on. */
final class DeliverySwitch {
  private final ShardState state;

  DeliverySwitch(ShardState state) {
    this.state = state;
  }

  void pause(Command.PauseDelivery command) {
    set(command.customerId(), true);
    state.answer(command.request(), Reply.DONE);
  }

  void resume(Command.ResumeDelivery command) {
    set(command.customerId(), false);
    state.answer(command.request(), Reply.DONE);
  }

  private void set(@Nullable String customerId, boolean on) {
    for (Endpoint endpoint : state.endpoints.all()) {
      if (customerId == null || endpoint.customerId.equals(customerId)) {
        touch(endpoint, on);
      }
    }
    state.switches.set(customerId, on);
  }

  private void touch(Endpoint endpoint, boolean on) {
    boolean was = state.switches.paused(endpoint.customerId);
    if (on) {
      state.lanes.forget(endpoint);
    } else if (was) {
      // As after any other hold: one request finds out whether the endpoint lives.
      endpoint.allowance.afterHold();
      endpoint.nextExpiry = Timeline.UNKNOWN;
    }
    state.touch(endpoint);
  }
}
