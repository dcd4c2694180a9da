package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a scenario's text. */
final class ScenarioReader {
  private static final List<String> KEYS =
      List.of("name", "description", "run", "settings", "endpoints");

  private static final long LONGEST_RUN = 366 * Durations.DAY;
  private static final int MOST_ENDPOINTS = 20;

  /** All of them may end up held in memory, at about a kilobyte each. */
  private static final long MOST_EVENTS = 500_000;

  private final String source;
  private final Problems problems;

  private ScenarioReader(String source) {
    this.source = source;
    this.problems = new Problems(source);
  }

  static Scenario read(String yaml, String source) {
    ScenarioReader reader = new ScenarioReader(source);
    Scenario scenario = reader.scenario(reader.compose(yaml));
    reader.problems.throwIfAny();
    return scenario;
  }

  private Node compose(String yaml) {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(source).build();
      return new Compose(settings)
          .composeString(yaml)
          .orElseThrow(() -> refused(1, "The file is empty. Begin with \"name\" and \"run\"."));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw refused(
          line, "This is not YAML: " + e.getProblem() + ". Look at the signs and spaces.");
    } catch (YamlEngineException e) {
      throw refused(1, "This is not YAML: " + e.getMessage());
    }
  }

  private InvalidScenarioException refused(int line, String detail) {
    return new InvalidScenarioException(List.of(source + ":" + line + ": " + detail));
  }

  private Scenario scenario(Node root) {
    Fields fields = new Fields(root, "", problems, KEYS);
    String name = fields.text("name");
    String description = fields.text("description");
    long run = run(fields);
    SettingValues settings = SettingsReader.read(fields.get("settings"), problems);
    List<ScenarioEndpoint> endpoints = endpoints(fields, run);
    return new Scenario(
        name == null ? source : name,
        description == null ? "" : description,
        run,
        settings,
        endpoints);
  }

  private long run(Fields fields) {
    fields.required("run", "Write how long to play, such as 3h or 8d.");
    long run = fields.duration("run", LONGEST_RUN);
    String text = fields.text("run");
    if (text != null && Durations.parse(text).orElse(1) == 0) {
      fields.wrong("run", "Write how long to play, such as 3h or 8d.");
    }
    if (run > LONGEST_RUN) {
      fields.wrong("run", "Play at most " + Durations.moment(LONGEST_RUN) + ".");
    }
    // Where the run itself is wrong, nothing else is compared with it.
    return run == 0 ? LONGEST_RUN : Math.min(run, LONGEST_RUN);
  }

  private List<ScenarioEndpoint> endpoints(Fields fields, long run) {
    List<Node> nodes = fields.list("endpoints");
    if (nodes.isEmpty() || nodes.size() > MOST_ENDPOINTS) {
      fields.wrong("endpoints", "Write a list of 1 to " + MOST_ENDPOINTS + " endpoints.");
    }
    List<ScenarioEndpoint> endpoints = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long events = 0;
    for (int i = 0; i < nodes.size() && i < MOST_ENDPOINTS; i++) {
      String path = "endpoints[" + i + "]";
      ScenarioEndpoint endpoint = new EndpointReader(run, problems).read(nodes.get(i), path);
      if (!names.add(endpoint.name()) && !endpoint.name().isEmpty()) {
        problems.add(nodes.get(i), path + ".name", "Two endpoints have it: give each its own.");
      }
      endpoints.add(endpoint);
      events += endpoint.totalEvents();
    }
    if (events > MOST_EVENTS && fields.has("run") && run < LONGEST_RUN) {
      fields.wrong(
          "endpoints",
          String.format(
              Locale.ROOT,
              "%,d events are too many to play: at most %,d. Lower the rates or shorten the run.",
              events,
              MOST_EVENTS));
    }
    return endpoints;
  }
}
