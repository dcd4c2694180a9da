package io.posthorn.sim.scenario;

import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A reader of scenarios from their YAML text. */
final class ScenarioReader {
  private static final List<String> KEYS =
      List.of("name", "description", "run", "settings", "endpoints");

  private static final long LONGEST_RUN = 366 * DurationText.DAY;
  private static final int MOST_ENDPOINTS = 20;

  /** All of them may end up held in memory, at about a kilobyte each. */
  private static final long MOST_EVENTS = 500_000;

  private ScenarioReader() {}

  static Scenario read(String yaml, String source) {
    ScenarioProblems problems = new ScenarioProblems(source);
    YamlFields fields = YamlFields.parse(yaml, problems, KEYS);
    String name = fields.text("name");
    String description = fields.text("description");
    long run = run(fields);
    ScenarioSettings settings = ScenarioSettingsReader.read(fields, problems);
    List<ScenarioEndpoint> endpoints = endpoints(fields, run);
    problems.throwIfAny();
    return new Scenario(
        name == null ? source : name,
        description == null ? "" : description,
        run,
        settings,
        endpoints);
  }

  private static long run(YamlFields fields) {
    fields.required("run", "Give the time to simulate, such as 3h or 8d.");
    long run = fields.duration("run", LONGEST_RUN);
    String text = fields.text("run");
    if (text != null && DurationText.parseParts(text).orElse(1) == 0) {
      fields.wrong("run", "Give the time to simulate, such as 3h or 8d.");
    }
    if (run > LONGEST_RUN) {
      fields.wrong(
          "run", "The longest time to simulate is " + DurationText.toTheSecond(LONGEST_RUN) + ".");
    }
    // If the run itself is wrong, nothing else is compared with it.
    return run == 0 ? LONGEST_RUN : Math.min(run, LONGEST_RUN);
  }

  private static List<ScenarioEndpoint> endpoints(YamlFields fields, long run) {
    List<YamlFields> entries = fields.list("endpoints", ScenarioEndpointReader.KEYS);
    if (entries.isEmpty() || entries.size() > MOST_ENDPOINTS) {
      fields.wrong("endpoints", "Write a list of 1 to " + MOST_ENDPOINTS + " endpoints.");
    }
    List<ScenarioEndpoint> endpoints = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long events = 0;
    for (YamlFields entry : entries.subList(0, Math.min(entries.size(), MOST_ENDPOINTS))) {
      ScenarioEndpoint endpoint = new ScenarioEndpointReader(run).read(entry, endpoints.size() + 1);
      if (!names.add(endpoint.name()) && !endpoint.name().isEmpty()) {
        entry.wrong("name", "Two endpoints have this name: give each its own.");
      }
      endpoints.add(endpoint);
      events += endpoint.totalEvents();
    }
    if (events > MOST_EVENTS && fields.has("run") && run < LONGEST_RUN) {
      fields.wrong(
          "endpoints",
          String.format(
              Locale.ROOT,
              "%,d events are too many; the limit is %,d. Lower the rates or shorten the run.",
              events,
              MOST_EVENTS));
    }
    return endpoints;
  }
}
