package io.posthorn.sim.report;

/** Lines of plain text, none wider than a terminal. */
final class TextBlock {
  private final StringBuilder text = new StringBuilder();
  private final int width;

  TextBlock(int width) {
    this.width = width;
  }

  int width() {
    return width;
  }

  void blank() {
    text.append('\n');
  }

  void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  /** A text over as many lines as it needs; those after the first stand below its beginning. */
  void wrapped(String indent, String words) {
    String start = indent;
    StringBuilder line = new StringBuilder(start);
    boolean empty = true;
    for (String word : words.strip().split("\\s+", -1)) {
      if (!empty && line.length() + 1 + word.length() > width) {
        line(line.toString());
        line = new StringBuilder(" ".repeat(indent.length()));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    line(line.toString());
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
