package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointSettings;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one entry of {@code endpoints}. */
final class EndpointReader {
  private static final List<String> KEYS =
      List.of(
          "name",
          "events",
          "latency",
          "max-in-flight",
          "max-per-second",
          "timeout",
          "health",
          "actions");

  /** Longer ones would leave no room for the figures beside them. */
  private static final int LONGEST_NAME = 20;

  private static final long USUAL_LATENCY = 50;

  private final long run;
  private final Problems problems;

  EndpointReader(long run, Problems problems) {
    this.run = run;
    this.problems = problems;
  }

  ScenarioEndpoint read(Node node, String path) {
    Fields fields = new Fields(node, path, problems, KEYS);
    String name = fields.required("name", "Write what the report shall call the endpoint.");
    if (name.length() > LONGEST_NAME) {
      fields.wrong("name", "Make it at most " + LONGEST_NAME + " characters long.");
    }
    return new ScenarioEndpoint(
        name,
        new EventsReader(run, problems).read(fields),
        fields.duration("latency", USUAL_LATENCY),
        new EndpointSettings(
            (int) fields.count("max-in-flight"),
            (int) fields.count("max-per-second"),
            fields.duration("timeout", 0),
            null),
        health(fields),
        actions(fields));
  }

  private List<ScenarioEndpoint.Change> health(Fields endpoint) {
    List<ScenarioEndpoint.Change> changes = new ArrayList<>();
    changes.add(new ScenarioEndpoint.Change(0, new Health.Healthy()));
    List<Node> entries = endpoint.list("health");
    for (int i = 0; i < entries.size(); i++) {
      String path = endpoint.path("health[" + i + "]");
      Fields fields = new Fields(entries.get(i), path, problems, List.of("at", "is"));
      long at = fields.moment("at", run);
      String words = fields.required("is", HealthReader.FORMS);
      Health health = HealthReader.parse(words);
      if (health == null && !words.isEmpty()) {
        fields.wrong("is", HealthReader.complaint(words));
      }
      if (i > 0 && at <= changes.getLast().at() && fields.has("at")) {
        fields.wrong("at", "Write the changes in the order of time, each later than the last.");
      }
      if (at == 0) {
        changes.clear(); // it begins like this
      }
      changes.add(new ScenarioEndpoint.Change(at, health == null ? new Health.Down() : health));
    }
    return changes;
  }

  private List<ScenarioEndpoint.Action> actions(Fields endpoint) {
    List<ScenarioEndpoint.Action> actions = new ArrayList<>();
    List<Node> entries = endpoint.list("actions");
    for (int i = 0; i < entries.size(); i++) {
      String path = endpoint.path("actions[" + i + "]");
      Fields fields = new Fields(entries.get(i), path, problems, List.of("at", "do"));
      long at = fields.moment("at", run);
      String deed = fields.required("do", "Write enable or pause.");
      switch (deed) {
        case "enable" -> actions.add(new ScenarioEndpoint.Action(at, ScenarioEndpoint.Deed.ENABLE));
        case "pause" -> actions.add(new ScenarioEndpoint.Action(at, ScenarioEndpoint.Deed.PAUSE));
        case "" -> {} // noted as missing
        default -> fields.wrong("do", "\"" + deed + "\" cannot be done. Write enable or pause.");
      }
    }
    return actions;
  }
}
