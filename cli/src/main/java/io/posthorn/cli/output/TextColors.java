package io.posthorn.cli.output;

import java.util.Set;
import java.util.regex.Pattern;

/** The colours of a terminal; anywhere else text stays plain. */
public record TextColors(boolean on) {
  private static final Set<String> GOOD = Set.of("delivered", "enabled", "matches", "ok");
  private static final Set<String> BAD = Set.of("dropped", "frozen", "failed", "erasing");
  private static final Set<String> NOTABLE =
      Set.of("waiting", "inFlight", "cancelled", "disabled", "paused");
  private static final Pattern SUCCESS = Pattern.compile("2[0-9][0-9]\\b.*");

  public String good(String text) {
    return painted("32", text);
  }

  public String bad(String text) {
    return painted("31", text);
  }

  private String notable(String text) {
    return painted("33", text);
  }

  /** Colours a state by its last word, as {@code enabled, paused} is not sent to. */
  String state(String state) {
    String word = state.substring(state.lastIndexOf(' ') + 1);
    if (GOOD.contains(word)) {
      return good(state);
    }
    if (BAD.contains(word)) {
      return bad(state);
    }
    return NOTABLE.contains(word) ? notable(state) : state;
  }

  /** Colours an outcome: {@code 200}, {@code 503}, {@code timeout}; a dash is none. */
  String outcome(String outcome) {
    if (outcome.equals("-")) {
      return outcome;
    }
    return SUCCESS.matcher(outcome).matches() || outcome.startsWith("ok")
        ? good(outcome)
        : bad(outcome);
  }

  private String painted(String code, String text) {
    return on ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
