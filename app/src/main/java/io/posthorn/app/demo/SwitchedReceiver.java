package io.posthorn.app.demo;

import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A receiver of the demo: a path with a usual behaviour, and a switch that overrides it. */
final class SwitchedReceiver implements Behaviour {
  private static final PlannedResponse OK = PlannedResponse.OK.body("{\"ok\":true}");

  /** Shorter than the delivery timeout: slow receivers succeed. */
  private static final PlannedResponse SLOW = OK.after(Duration.ofSeconds(3));

  private static final PlannedResponse DOWN =
      PlannedResponse.status(503).body("{\"error\":\"switched off in the demo\"}");

  private final String name;
  private final String usually;
  private final Behaviour usual;
  private final AtomicLong requests = new AtomicLong();
  private volatile Position position = Position.USUAL;

  /** The position of the switch. */
  enum Position {
    USUAL("as usual"),
    HEALTHY("healthy"),
    SLOW("slow"),
    DOWN("down");

    private final String words;

    Position(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * Creates a receiver.
   *
   * @param name its path without the slash
   * @param usually what it usually does, for the page of switches
   */
  SwitchedReceiver(String name, String usually, Behaviour usual) {
    this.name = name;
    this.usually = usually;
    this.usual = usual;
  }

  String name() {
    return name;
  }

  String path() {
    return "/" + name;
  }

  String usually() {
    return usually;
  }

  Position position() {
    return position;
  }

  long requests() {
    return requests.get();
  }

  void switchTo(Position wanted) {
    position = wanted;
  }

  @Override
  public PlannedResponse respondTo(ReceivedRequest request) {
    requests.incrementAndGet();
    return switch (position) {
      case USUAL -> usual.respondTo(request);
      case HEALTHY -> OK;
      case SLOW -> SLOW;
      case DOWN -> DOWN;
    };
  }
}
