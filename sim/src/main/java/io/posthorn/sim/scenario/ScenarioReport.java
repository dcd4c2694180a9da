package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What came of a scenario, as figures and as a text for a terminal. */
public final class ScenarioReport {
  /** Narrower than this, columns would no longer line up. */
  private static final int NARROWEST = 60;

  private final Scenario scenario;
  private final List<EndpointReport> endpoints;

  ScenarioReport(Scenario scenario, List<EndpointReport> endpoints) {
    this.scenario = scenario;
    this.endpoints = List.copyOf(endpoints);
  }

  public List<EndpointReport> endpoints() {
    return endpoints;
  }

  /** The figures of all endpoints together, without their moments. */
  public Figures totals() {
    return Figures.sum(endpoints.stream().map(EndpointReport::figures).toList());
  }

  /** What is worth knowing, in the order of time. */
  public List<TimelineEntry> timeline() {
    List<TimelineEntry> all = new ArrayList<>();
    endpoints.forEach(endpoint -> all.addAll(endpoint.timeline()));
    all.sort(Comparator.comparingLong(TimelineEntry::at));
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
    StripChart.draw(text, scenario.run(), scenario.settings().get(Setting.TIMEOUT), endpoints);
    text.blank();
    FigureTable.write(text, endpoints, totals());
    text.blank();
    TimelineText.write(text, timeline(), endpoints.size() > 1);
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
            + Durations.moment(scenario.run())
            + (differences.isEmpty() ? " with the default settings." : " with these settings:"));
    differences.forEach(difference -> text.wrapped("  ", difference));
    text.blank();
  }
}
