package io.posthorn.sim.report;

import io.posthorn.sim.scenario.ScenarioEndpoint;
import java.util.List;

/** The result of a scenario for one endpoint. */
public final class EndpointResult {
  private final ScenarioEndpoint endpoint;
  private final EndpointFigures figures;
  private final StatusStrip strip;
  private final List<ReportTimeline.Entry> timeline;

  EndpointResult(
      ScenarioEndpoint endpoint,
      EndpointFigures figures,
      StatusStrip strip,
      List<ReportTimeline.Entry> timeline) {
    this.endpoint = endpoint;
    this.figures = figures;
    this.strip = strip;
    this.timeline = List.copyOf(timeline);
  }

  public String name() {
    return endpoint.name();
  }

  public EndpointFigures figures() {
    return figures;
  }

  /** The entries of its timeline, not in the order of time. */
  List<ReportTimeline.Entry> timeline() {
    return timeline;
  }

  ScenarioEndpoint endpoint() {
    return endpoint;
  }

  StatusStrip strip() {
    return strip;
  }
}
