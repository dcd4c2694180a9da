package io.posthorn.app.boot;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Prometheus query, parsed just enough to find its metrics and their labels. Promtool checks
 * whether the query is valid.
 */
record PromQl(String text) {
  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern MATCHERS = Pattern.compile("\\{[^}]*}");
  private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*]");
  private static final Pattern LABELS =
      Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
  private static final Pattern WORD = Pattern.compile("(?<![\\w.])(" + NAME + "+)(?!\\s*\\()");
  private static final Set<String> OPERATORS =
      Set.of("and", "or", "unless", "bool", "offset", "by", "without", "on", "ignoring");
  private static final Pattern SELECTOR = Pattern.compile("(" + NAME + ")\\{([^}]*)}");
  private static final Pattern MATCHER =
      Pattern.compile("(" + NAME + ")\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

  /** The names of its metrics. */
  Set<String> metrics() {
    String bare = text;
    for (Pattern more : new Pattern[] {TEXT, MATCHERS, RANGE, LABELS}) {
      bare = more.matcher(bare).replaceAll(" ");
    }
    Set<String> names = new TreeSet<>();
    Matcher word = WORD.matcher(bare);
    while (word.find()) {
      if (!OPERATORS.contains(word.group(1))) {
        names.add(word.group(1));
      }
    }
    return names;
  }

  /**
   * The labels of its metrics, as {@code metric{label="value"}}, one for each value. Labels that
   * Prometheus adds or a dashboard fills in are omitted.
   */
  Set<String> series() {
    Set<String> series = new TreeSet<>();
    Matcher selector = SELECTOR.matcher(text);
    while (selector.find()) {
      Matcher matcher = MATCHER.matcher(selector.group(2));
      Map<String, String> values = new TreeMap<>();
      while (matcher.find()) {
        if (!Set.of("job", "instance").contains(matcher.group(1))) {
          values.put(matcher.group(1), matcher.group(3));
        }
      }
      values.forEach(
          (label, named) -> {
            for (String value : named.split("\\|", -1)) {
              series.add("%s{%s=\"%s\"}".formatted(selector.group(1), label, value));
            }
          });
    }
    return series;
  }
}
