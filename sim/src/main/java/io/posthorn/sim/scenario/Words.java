package io.posthorn.sim.scenario;

import java.util.Locale;

/** Numbers as sentences need them. */
final class Words {
  private Words() {}

  /** {@code 1 message}, {@code 1,440 messages}. */
  static String count(long number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /**
   * {@code 71.3 %}, with as many digits as it takes to tell it from a limit.
   *
   * @param limit in millionths
   */
  static String percent(long part, long whole, long limit) {
    String text = "";
    for (int digits = 1; digits <= 4; digits++) {
      String format = "%." + digits + "f %%";
      text = String.format(Locale.ROOT, format, 100.0 * part / whole);
      if (!text.equals(String.format(Locale.ROOT, format, 100.0 * limit / Setting.WHOLE))) {
        break;
      }
    }
    return text;
  }
}
