package io.posthorn.sim.invariant;

import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.SimulatedNetwork.ConnectionEnd;
import io.posthorn.sim.world.SimulatedNetwork.Written;
import java.util.HashMap;
import java.util.Map;

/** The invariant that a resend belongs to its attempt, and there is at most one. */
public final class AtMostOneResend implements Invariant {
  /**
   * The requests of an attempt in flight.
   *
   * @param last the latest request
   */
  private record Requests(int count, Written last) {}

  private final Map<AttemptTicket, Requests> inFlight = new HashMap<>();

  @Override
  public String contract() {
    return "An attempt sends its request once, or twice if the first was on a reused connection"
        + " that ended before any byte of a response; its one record says which.";
  }

  @Override
  public void onWritten(Written request) {
    AttemptTicket ticket = request.send().ticket();
    Requests before = inFlight.get(ticket);
    if (before == null) {
      inFlight.put(ticket, new Requests(1, request));
      return;
    }
    if (before.count > 1) {
      throw broken("%s was resent twice".formatted(ticket));
    }
    if (!before.last.reused() || before.last.end() != ConnectionEnd.BEFORE_RESPONSE) {
      throw broken("%s was resent after %s".formatted(ticket, before.last));
    }
    if (request.reused()) {
      throw broken("%s was resent on a reused connection".formatted(ticket));
    }
    inFlight.put(ticket, new Requests(2, request));
  }

  @Override
  public void onRecorded(ReferenceModel model, ExpectedOutcome expected, Attempt recorded) {
    Requests requests = inFlight.remove(expected.ticket());
    if (requests == null && recorded.outcome().error() == ErrorKind.AUTH) {
      return; // nothing is sent without an access token
    }
    if (requests == null) {
      throw broken("%s was recorded without a request".formatted(expected.ticket()));
    }
    boolean ended = requests.last.end() == ConnectionEnd.BEFORE_RESPONSE && requests.last.reused();
    if (ended) {
      throw broken("%s was not resent".formatted(expected.ticket()));
    }
    if (recorded.outcome().resent() != (requests.count == 2)) {
      throw broken(
          "%s was written %d times and recorded as %s"
              .formatted(expected.ticket(), requests.count, recorded));
    }
  }

  @Override
  public void onCrash(ReferenceModel model, long survivingCommit) {
    inFlight.clear();
  }
}
