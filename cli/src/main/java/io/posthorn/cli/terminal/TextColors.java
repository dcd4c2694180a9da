package io.posthorn.cli.terminal;

/** Colours for a terminal; plain text anywhere else. */
public record TextColors(boolean on) {
  public String good(String text) {
    return painted("32", text);
  }

  public String bad(String text) {
    return painted("31", text);
  }

  private String painted(String code, String text) {
    return on ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
