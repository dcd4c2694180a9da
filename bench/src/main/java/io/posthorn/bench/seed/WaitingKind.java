package io.posthorn.bench.seed;

/** Why a seeded message waits. */
enum WaitingKind {
  /** Its endpoint is frozen. */
  FROZEN(1, 40),
  /** Its endpoint is disabled, and no probe is near. */
  DISABLED(2, 40),
  /** Its first attempt failed, and the next is a day away. */
  DUE_LATER(3, 20);

  private final int number;
  private final int percent;

  WaitingKind(int number, int percent) {
    this.number = number;
    this.percent = percent;
  }

  /** What tells its subscriptions' ids from those of the others. */
  int number() {
    return number;
  }

  long shareOf(long messages) {
    return messages * percent / 100;
  }
}
