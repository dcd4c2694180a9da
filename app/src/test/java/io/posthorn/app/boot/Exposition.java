package io.posthorn.app.boot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict parser of Prometheus' text format 0.0.4: every line is a comment or a sample, every
 * sample belongs to the latest type, and no series occurs twice.
 */
final class Exposition {
  private static final Pattern COMMENT =
      Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{" + LABEL + "(?:," + LABEL + ")*,?})? ([^ ]+)");

  private final Map<String, Double> series = new LinkedHashMap<>();
  private final Set<String> families = new TreeSet<>();

  Exposition(String text) {
    String family = "";
    for (String line : text.split("\n", -1)) {
      Matcher comment = COMMENT.matcher(line);
      Matcher sample = SAMPLE.matcher(line);
      if (comment.matches()) {
        if (comment.group(1).equals("TYPE")) {
          family = comment.group(2);
          require(families.add(family), "a second type of " + line);
        }
      } else if (sample.matches()) {
        require(
            sample.group(1).startsWith(family), "outside of its family " + family + ": " + line);
        String name = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
        require(series.put(name, value(sample.group(3))) == null, "twice: " + line);
      } else {
        require(line.isEmpty(), "not in the format: " + line);
      }
    }
    require(text.endsWith("\n"), "the last line has no end");
  }

  private static double value(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new AssertionError(otherwise);
    }
  }

  /** The value of a series, given with its labels. */
  double value(String name, String labels) {
    Double value = series.get(labels.isEmpty() ? name : name + "{" + labels + "}");
    if (value == null) {
      throw new NoSuchElementException(name + "{" + labels + "} is not there");
    }
    return value;
  }

  double get(String name) {
    return value(name, "");
  }

  double dropped(String reason) {
    return value("posthorn_messages_dropped_total", "reason=\"" + reason + "\"");
  }

  double attempts(String kind, String outcome) {
    return value("posthorn_attempts_total", "kind=\"%s\",outcome=\"%s\"".formatted(kind, outcome));
  }

  /** A part of the histogram of attempts: its count or its sum. */
  double duration(String part, String outcome) {
    return value(
        "http_client_request_duration_seconds_" + part,
        "http_request_method=\"POST\",outcome=\"%s\"".formatted(outcome));
  }

  double requests(String method, String route, String status) {
    return value(
        "posthorn_http_requests_total",
        "method=\"%s\",route=\"%s\",status=\"%s\"".formatted(method, route, status));
  }

  /** Returns whether a series with this name exists, with any labels. */
  boolean has(String name) {
    return series.keySet().stream().anyMatch(s -> s.equals(name) || s.startsWith(name + "{"));
  }

  /** Returns whether a series with this label exists, among others: {@code name{label="value"}}. */
  boolean hasSome(String labelled) {
    String name = labelled.substring(0, labelled.indexOf('{') + 1);
    String label = labelled.substring(name.length(), labelled.length() - 1);
    return series.keySet().stream()
        .anyMatch(
            s ->
                s.startsWith(name)
                    && s.substring(name.length() - 1)
                        .matches(".*[{,]" + Pattern.quote(label) + "[,}].*"));
  }

  /** The names of Posthorn's own metrics, without those of the runtime. */
  Set<String> families() {
    Set<String> own = new TreeSet<>(families);
    own.removeIf(name -> !name.startsWith("posthorn_") && !name.startsWith("http_"));
    return own;
  }

  /** Posthorn's own series, without those of the runtime. */
  Set<String> own() {
    Set<String> own = new TreeSet<>();
    for (String name : series.keySet()) {
      if (name.startsWith("posthorn_") || name.startsWith("http_")) {
        own.add(name);
      }
    }
    return own;
  }
}
