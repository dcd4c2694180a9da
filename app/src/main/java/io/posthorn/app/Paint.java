package io.posthorn.app;

/** Colours for a terminal; plain text anywhere else. */
record Paint(boolean on) {
  String good(String text) {
    return painted("32", text);
  }

  String bad(String text) {
    return painted("31", text);
  }

  String doubtful(String text) {
    return painted("33", text);
  }

  private String painted(String code, String text) {
    return on ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
