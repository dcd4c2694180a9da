package io.posthorn.sim.scenario;

import java.util.List;

/** The timeline as text: moments in columns, so that the eye can run down them. */
final class TimelineText {
  /** A flapping endpoint can have hundreds of entries; nobody reads those in the middle. */
  private static final int MOST = 60;

  /** Of these, the ones at the end. */
  private static final int LAST = 12;

  private TimelineText() {}

  static void write(TextBlock text, List<TimelineEntry> entries, boolean named) {
    int indent = Integer.MAX_VALUE;
    int end = 0;
    int name = 0;
    for (TimelineEntry entry : entries) {
      String moment = moment(entry.at());
      indent = Math.min(indent, moment.length() - moment.stripLeading().length());
      end = Math.max(end, moment.stripTrailing().length());
      name = Math.max(name, named ? entry.endpoint().length() + 2 : 0);
    }
    for (int i = 0; i < entries.size(); i++) {
      if (entries.size() > MOST && i == MOST - LAST) {
        int left = entries.size() - MOST;
        text.line(" ".repeat(end - indent + 2) + "... " + left + " entries like these ...");
        i += left;
      }
      TimelineEntry entry = entries.get(i);
      String who = named ? entry.endpoint() : "";
      text.wrapped(
          moment(entry.at()).substring(indent, end) + "  " + who + " ".repeat(name - who.length()),
          entry.text());
    }
  }

  /** Fixed columns for days, hours, minutes and seconds: larger zeros are left out. */
  private static String moment(long at) {
    long seconds = at / Durations.SECOND;
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
