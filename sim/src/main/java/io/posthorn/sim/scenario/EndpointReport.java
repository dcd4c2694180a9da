package io.posthorn.sim.scenario;

import java.util.List;

/** What a scenario did to one endpoint. */
public final class EndpointReport {
  private final ScenarioEndpoint endpoint;
  private final Figures figures;
  private final Strip strip;
  private final List<TimelineEntry> timeline;

  EndpointReport(
      ScenarioEndpoint endpoint, Figures figures, Strip strip, List<TimelineEntry> timeline) {
    this.endpoint = endpoint;
    this.figures = figures;
    this.strip = strip;
    this.timeline = List.copyOf(timeline);
  }

  public String name() {
    return endpoint.name();
  }

  public Figures figures() {
    return figures;
  }

  /** What is worth knowing, not yet in the order of time. */
  List<TimelineEntry> timeline() {
    return timeline;
  }

  ScenarioEndpoint endpoint() {
    return endpoint;
  }

  Strip strip() {
    return strip;
  }
}
