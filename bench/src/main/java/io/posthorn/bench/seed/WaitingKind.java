package io.posthorn.bench.seed;

/** The reason why a seeded message waits. */
enum WaitingKind {
  /** Its endpoint is frozen. */
  FROZEN(1, 40),
  /** Its endpoint is disabled, and the next probe is far away. */
  DISABLED(2, 40),
  /** Its first attempt failed, and the next is a day away. */
  DUE_LATER(3, 20);

  private final int number;
  private final int percent;

  WaitingKind(int number, int percent) {
    this.number = number;
    this.percent = percent;
  }

  /** The number that makes its subscription ids unique. */
  int number() {
    return number;
  }

  long shareOf(long messages) {
    return messages * percent / 100;
  }
}
