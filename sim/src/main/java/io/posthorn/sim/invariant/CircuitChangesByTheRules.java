package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;
import java.util.List;

/** The invariant that circuits change exactly when the rules say. */
public final class CircuitChangesByTheRules implements Invariant {
  @Override
  public String contract() {
    return "An endpoint is disabled, frozen, enabled or paused exactly when the rules say so,"
        + " counted a second time from the list of all its results.";
  }

  @Override
  public void onChanges(
      ReferenceModel model,
      EndpointId endpoint,
      List<EndpointChange> due,
      List<EndpointChange> reported) {
    if (!due.equals(reported)) {
      ExpectedEndpoint expected = model.endpoints().get(endpoint);
      throw broken(
          "%s went through %s, it should have been %s%s"
              .formatted(
                  endpoint,
                  reported,
                  due,
                  expected == null
                      ? ""
                      : "; %d failures in a row"
                          .formatted(expected.circuit().consecutiveFailures())));
    }
  }

  @Override
  public void onReply(ReferenceModel model, Command command, Reply reply, long now) {
    if (command instanceof Command.EnableEndpoints many && reply instanceof Reply.Changed changed) {
      long due = model.endpoints().values().stream().filter(e -> e.meant(many)).count();
      if (due != changed.count()) {
        throw broken("%d endpoints were enabled of %d".formatted(changed.count(), due));
      }
    }
  }
}
