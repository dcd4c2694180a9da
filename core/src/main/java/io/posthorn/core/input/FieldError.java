package io.posthorn.core.input;

/**
 * One thing wrong with an input.
 *
 * @param pointer an RFC 6901 JSON pointer to the bad field, such as {@code /filters/2/comparison};
 *     empty for the whole input
 * @param detail what is wrong with it and what to change, as a sentence for a person
 */
public record FieldError(String pointer, String detail) {}
