package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code events}: a rate for the whole run, or a list of rates and bursts. */
final class EventsReader {
  static final String TO_WRITE =
      "Write a rate such as 10/s, 10/m, 10/h or 10/d, or a list of {from, to, rate} and"
          + " {at, count}.";
  private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,5}) ?/ ?([smhd])");

  private final long run;
  private final Problems problems;

  EventsReader(long run, Problems problems) {
    this.run = run;
    this.problems = problems;
  }

  List<EventFlow> read(Fields endpoint) {
    Node node = endpoint.get("events");
    if (node instanceof ScalarNode) {
      return flow(endpoint, "events", 0, run);
    }
    if (node == null) {
      endpoint.required("events", TO_WRITE);
    }
    List<EventFlow> flows = new ArrayList<>();
    List<Node> entries = endpoint.list("events");
    for (int i = 0; i < entries.size(); i++) {
      flows.addAll(entry(entries.get(i), endpoint.path("events[" + i + "]")));
    }
    return flows;
  }

  private List<EventFlow> entry(Node node, String path) {
    Fields fields = new Fields(node, path, problems, List.of("from", "to", "rate", "at", "count"));
    boolean burst = fields.has("at") || fields.has("count");
    if (burst && (fields.has("from") || fields.has("to") || fields.has("rate"))) {
      problems.add(node, path, "Write either {from, to, rate} or {at, count}.");
      return List.of();
    }
    if (burst) {
      fields.required("count", "Write how many events come at once.");
      return List.of(new EventFlow.Burst(fields.moment("at", run), fields.count("count")));
    }
    fields.required("rate", TO_WRITE);
    long from = fields.has("from") ? fields.moment("from", run) : 0;
    long to = fields.has("to") ? fields.moment("to", run) : run;
    if (from >= to) {
      problems.add(node, path, "\"from\" has to come before \"to\".");
      return List.of();
    }
    return flow(fields, "rate", from, to);
  }

  private List<EventFlow> flow(Fields fields, String key, long from, long to) {
    String text = fields.text(key);
    Matcher match = text == null ? null : RATE.matcher(text);
    if (match == null) {
      return List.of();
    }
    if (!match.matches()) {
      fields.wrong(key, "\"" + text + "\" is not a rate. " + TO_WRITE);
      return List.of();
    }
    long per = Durations.parse("1" + match.group(2)).orElseThrow();
    return List.of(new EventFlow.Steady(from, to, Long.parseLong(match.group(1)), per));
  }
}
