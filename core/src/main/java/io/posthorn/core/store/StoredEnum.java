package io.posthorn.core.store;

/** An enum whose constants are stored by number. Numbers are never reused. */
public interface StoredEnum {
  int number();

  /**
   * The constant with a stored number.
   *
   * @param what the words for the enum in an error
   */
  static <E extends StoredEnum> E of(E[] values, int number, String what) {
    for (E value : values) {
      if (value.number() == number) {
        return value;
      }
    }
    throw new IllegalStateException("damaged record: " + what + " " + number);
  }
}
