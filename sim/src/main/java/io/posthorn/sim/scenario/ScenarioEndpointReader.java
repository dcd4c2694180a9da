package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointSettings;
import java.util.ArrayList;
import java.util.List;

/** A reader of one entry of the scenario field {@code endpoints}. */
final class ScenarioEndpointReader {
  static final List<String> KEYS =
      List.of(
          "name",
          "events",
          "latency",
          "max-in-flight",
          "max-per-second",
          "timeout",
          "retry",
          "final-statuses",
          "count-final",
          "health",
          "token-server",
          "actions",
          "ordered-objects");

  /** A longer name would leave no space for the figures beside it. */
  private static final int LONGEST_NAME = 20;

  private static final long DEFAULT_LATENCY = 50;

  private final long run;

  ScenarioEndpointReader(long run) {
    this.run = run;
  }

  ScenarioEndpoint read(YamlFields fields, int number) {
    String name = fields.required("name", "Write the name of the endpoint in the report.");
    if (name.length() > LONGEST_NAME) {
      fields.wrong("name", "Make it at most " + LONGEST_NAME + " characters long.");
    }
    return new ScenarioEndpoint(
        number,
        name,
        new EventFlowReader(run).read(fields),
        fields.duration("latency", DEFAULT_LATENCY),
        new EndpointSettings(
            (int) fields.count("max-in-flight"),
            (int) fields.count("max-per-second"),
            fields.duration("timeout", 0),
            null,
            new EndpointOptionsReader(fields).read()),
        health(fields, "health"),
        tokenServer(fields),
        actions(fields),
        (int) fields.count("ordered-objects"));
  }

  private List<ScenarioEndpoint.HealthChange> tokenServer(YamlFields endpoint) {
    if (!endpoint.has("token-server")) {
      return List.of();
    }
    List<ScenarioEndpoint.HealthChange> changes = health(endpoint, "token-server");
    if (changes.stream().anyMatch(change -> change.health() instanceof ReceiverHealth.Rejects)) {
      endpoint.wrong("token-server", "A token server gets no messages that it could reject.");
    }
    return changes;
  }

  private List<ScenarioEndpoint.HealthChange> health(YamlFields endpoint, String key) {
    List<ScenarioEndpoint.HealthChange> changes = new ArrayList<>();
    changes.add(new ScenarioEndpoint.HealthChange(0, new ReceiverHealth.Healthy()));
    boolean first = true;
    for (YamlFields fields : endpoint.list(key, List.of("at", "is"))) {
      long at = fields.time("at", run);
      String words = fields.required("is", ReceiverHealthReader.FORMS);
      ReceiverHealth health = ReceiverHealthReader.parse(words);
      if (health == null && !words.isEmpty()) {
        fields.wrong("is", ReceiverHealthReader.complaint(words));
      }
      if (!first && at <= changes.getLast().at() && fields.has("at")) {
        fields.wrong(
            "at", "Write the changes in the order of time, each later than the one before.");
      }
      first = false;
      if (at == 0) {
        changes.clear(); // it begins like this
      }
      changes.add(
          new ScenarioEndpoint.HealthChange(
              at, health == null ? new ReceiverHealth.Down() : health));
    }
    return changes;
  }

  private List<ScenarioEndpoint.Action> actions(YamlFields endpoint) {
    List<ScenarioEndpoint.Action> actions = new ArrayList<>();
    for (YamlFields fields : endpoint.list("actions", List.of("at", "do"))) {
      long at = fields.time("at", run);
      String name = fields.required("do", "Write enable or pause.");
      switch (name) {
        case "enable" ->
            actions.add(new ScenarioEndpoint.Action(at, ScenarioEndpoint.Action.Kind.ENABLE));
        case "pause" ->
            actions.add(new ScenarioEndpoint.Action(at, ScenarioEndpoint.Action.Kind.PAUSE));
        case "" -> {} // reported as missing
        default -> fields.wrong("do", "\"" + name + "\" is not an action. Write enable or pause.");
      }
    }
    return actions;
  }
}
