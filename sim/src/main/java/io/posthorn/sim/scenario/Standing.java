package io.posthorn.sim.scenario;

/** What Posthorn makes of an endpoint, worst last: a strip shows the worst of a slice. */
enum Standing {
  ENABLED("enabled"),
  DISABLED("disabled"),
  PAUSED("paused"),
  FROZEN("frozen");

  final String text;

  Standing(String text) {
    this.text = text;
  }

  boolean held() {
    return this != ENABLED;
  }
}
