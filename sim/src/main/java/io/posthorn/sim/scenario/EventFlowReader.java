package io.posthorn.sim.scenario;

import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the scenario field {@code events}: a rate for the whole run, or a list of rates and
 * bursts.
 */
final class EventFlowReader {
  private static final String TO_WRITE =
      "Write a rate such as 10/s, 10/m, 10/h or 10/d, or a list of {from, to, rate} and"
          + " {at, count}.";
  private static final List<String> KEYS = List.of("from", "to", "rate", "at", "count");
  private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,5}) ?/ ?([smhd])");

  private final long run;

  EventFlowReader(long run) {
    this.run = run;
  }

  List<EventFlow> read(YamlFields endpoint) {
    if (endpoint.isText("events")) {
      return flow(endpoint, "events", 0, run);
    }
    if (!endpoint.has("events")) {
      endpoint.required("events", TO_WRITE);
    }
    List<EventFlow> flows = new ArrayList<>();
    endpoint.list("events", KEYS).forEach(entry -> flows.addAll(entry(entry)));
    return flows;
  }

  private List<EventFlow> entry(YamlFields fields) {
    boolean burst = fields.has("at") || fields.has("count");
    if (burst && (fields.has("from") || fields.has("to") || fields.has("rate"))) {
      fields.wrong("Write either {from, to, rate} or {at, count}.");
      return List.of();
    }
    if (burst) {
      fields.required("count", "Write the number of events.");
      return List.of(new EventFlow.Burst(fields.time("at", run), fields.count("count")));
    }
    fields.required("rate", TO_WRITE);
    long from = fields.has("from") ? fields.time("from", run) : 0;
    long to = fields.has("to") ? fields.time("to", run) : run;
    if (from >= to) {
      fields.wrong("\"from\" must be before \"to\".");
      return List.of();
    }
    return flow(fields, "rate", from, to);
  }

  private static List<EventFlow> flow(YamlFields fields, String key, long from, long to) {
    String text = fields.text(key);
    Matcher match = text == null ? null : RATE.matcher(text);
    if (match == null) {
      return List.of();
    }
    if (!match.matches()) {
      fields.wrong(key, "\"" + text + "\" is not a rate. " + TO_WRITE);
      return List.of();
    }
    long per = DurationText.parse("1" + match.group(2)).orElseThrow();
    return List.of(new EventFlow.Steady(from, to, Long.parseLong(match.group(1)), per));
  }
}
