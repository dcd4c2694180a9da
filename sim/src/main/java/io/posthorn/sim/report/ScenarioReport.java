package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;
import io.posthorn.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The result of a scenario, as figures and as text for a terminal. */
public final class ScenarioReport {
  /** Narrower than this, columns would no longer line up. */
  private static final int NARROWEST = 60;

  private final Scenario scenario;
  private final List<EndpointResult> endpoints;

  ScenarioReport(Scenario scenario, List<EndpointResult> endpoints) {
    this.scenario = scenario;
    this.endpoints = List.copyOf(endpoints);
  }

  public List<EndpointResult> endpoints() {
    return endpoints;
  }

  /** The figures of all endpoints together, without their times. */
  public EndpointFigures totals() {
    return EndpointFigures.sum(endpoints.stream().map(EndpointResult::figures).toList());
  }

  /** The timelines of all endpoints, in the order of time. */
  public List<ReportTimeline.Entry> timeline() {
    List<ReportTimeline.Entry> all = new ArrayList<>();
    endpoints.forEach(endpoint -> all.addAll(endpoint.timeline()));
    all.sort(Comparator.comparingLong(ReportTimeline.Entry::at));
    return all;
  }

  /**
   * The report as plain text: head, strip, table, timeline.
   *
   * @param width the columns of the terminal
   */
  public String render(int width) {
    int columns = Math.max(width, NARROWEST);
    TextBlock text = new TextBlock(columns);
    head(text);
    StripChart.draw(text, scenario.run(), scenario.timeout(), endpoints);
    text.blank();
    FigureTable.write(text, endpoints, totals());
    text.blank();
    ReportTimeline.write(text, timeline(), endpoints.size() > 1);
    return text.toString();
  }

  private void head(TextBlock text) {
    text.line(scenario.name());
    text.line("=".repeat(Math.min(scenario.name().length(), text.width())));
    if (!scenario.description().isEmpty()) {
      text.wrapped("", scenario.description());
    }
    text.blank();
    List<String> differences = scenario.settings().differences();
    text.wrapped(
        "",
        "Plays "
            + DurationText.toTheSecond(scenario.run())
            + (differences.isEmpty() ? " with the default settings." : " with these settings:"));
    differences.forEach(difference -> text.wrapped("  ", difference));
    text.blank();
  }
}
