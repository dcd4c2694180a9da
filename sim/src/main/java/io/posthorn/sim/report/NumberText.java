package io.posthorn.sim.report;

import java.util.Locale;

/** The text form of numbers in sentences. */
final class NumberText {
  /** Shares are counted in millionths, as the rules of the circuit count them. */
  static final long MILLION = 1_000_000;

  private NumberText() {}

  /** {@code 1 message}, {@code 1,440 messages}. */
  static String count(long number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /**
   * {@code 71.3 %}, with as many digits as distinguish it from a limit.
   *
   * @param limit in millionths
   */
  static String percent(long part, long whole, long limit) {
    String text = "";
    for (int digits = 1; digits <= 4; digits++) {
      String format = "%." + digits + "f %%";
      text = String.format(Locale.ROOT, format, 100.0 * part / whole);
      if (!text.equals(String.format(Locale.ROOT, format, 100.0 * limit / MILLION))) {
        break;
      }
    }
    return text;
  }
}
