package io.posthorn.server.settings;

import java.util.List;

/** Settings as text in columns. */
final class TextListing {
  private TextListing() {}

  static String of(List<Entry> entries) {
    int keys = entries.stream().mapToInt(entry -> entry.setting().key().length()).max().orElse(0);
    int values = entries.stream().mapToInt(entry -> entry.shown().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Entry entry : entries) {
      append(text, entry.setting().key(), keys + 2);
      append(text, entry.shown(), values + 2);
      text.append(entry.source()).append('\n');
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String cell, int width) {
    text.append(cell).repeat(' ', width - cell.length());
  }
}
