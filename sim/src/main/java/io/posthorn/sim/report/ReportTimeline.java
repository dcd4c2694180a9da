package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;
import java.util.List;

/** The timeline of a report as text, with the parts of its times in columns. */
public final class ReportTimeline {
  /**
   * One event worth reporting.
   *
   * @param at its time, in milliseconds since the start
   * @param endpoint the name of the endpoint that it is about
   */
  public record Entry(long at, String endpoint, String text) {}

  /** A flapping endpoint can have hundreds of entries; those in the middle are left out. */
  private static final int MOST = 60;

  /** The number of entries shown at the end, if some are left out. */
  private static final int LAST = 12;

  private ReportTimeline() {}

  static void write(TextBlock text, List<Entry> entries, boolean named) {
    int indent = Integer.MAX_VALUE;
    int end = 0;
    int name = 0;
    for (Entry entry : entries) {
      String time = time(entry.at());
      indent = Math.min(indent, time.length() - time.stripLeading().length());
      end = Math.max(end, time.stripTrailing().length());
      name = Math.max(name, named ? entry.endpoint().length() + 2 : 0);
    }
    for (int i = 0; i < entries.size(); i++) {
      if (entries.size() > MOST && i == MOST - LAST) {
        int left = entries.size() - MOST;
        text.line(" ".repeat(end - indent + 2) + "... " + left + " entries like these ...");
        i += left;
      }
      Entry entry = entries.get(i);
      String who = named ? entry.endpoint() : "";
      text.wrapped(
          time(entry.at()).substring(indent, end) + "  " + who + " ".repeat(name - who.length()),
          entry.text());
    }
  }

  /** Fixed columns for days, hours, minutes and seconds; leading zeros are left out. */
  private static String time(long at) {
    long seconds = at / DurationText.SECOND;
    StringBuilder text = new StringBuilder();
    part(text, seconds / 86_400, "d", seconds >= 86_400);
    part(text, seconds / 3_600 % 24, "h", seconds >= 3_600);
    part(text, seconds / 60 % 60, "m", seconds >= 60);
    part(text, seconds % 60, "s", seconds < 60 || seconds % 60 != 0);
    return text.toString();
  }

  private static void part(StringBuilder text, long value, String unit, boolean shown) {
    String number = shown ? (value < 10 ? " " : "") + value + unit + " " : "    ";
    text.append(number);
  }
}
