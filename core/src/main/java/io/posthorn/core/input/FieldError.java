package io.posthorn.core.input;

/**
 * One error in an input.
 *
 * @param pointer an RFC 6901 JSON pointer to the bad field, such as {@code /filters/2/comparison};
 *     empty for the whole input
 * @param detail what is wrong with it and what to change, as a sentence for users
 */
public record FieldError(String pointer, String detail) {
  /** Limits both texts: they may quote names from the input, which can be of any length. */
  public static final int MOST_CHARACTERS = 1_000;

  public FieldError {
    pointer = cut(pointer);
    detail = cut(detail);
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS - 1) + "…";
  }
}
