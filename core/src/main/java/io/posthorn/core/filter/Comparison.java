package io.posthorn.core.filter;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a filter asks of its field. */
enum Comparison {
  EQ("eq"),
  NE("ne"),
  GT("gt"),
  GTE("gte"),
  LT("lt"),
  LTE("lte"),
  CONTAINS("contains"),
  NOT_CONTAINS("notContains"),
  CONTAINS_ONLY("containsOnly"),
  CHANGED("changed"),
  EXISTS("exists"),
  NOT_EXISTS("notExists");

  /** All of them, for a person who wrote another. */
  static final String KNOWN =
      Arrays.stream(values()).map(Comparison::toString).collect(Collectors.joining(", "));

  private final String word;

  Comparison(String word) {
    this.word = word;
  }

  /** The comparison of this word, or null where there is none. */
  static @Nullable Comparison of(String word) {
    for (Comparison comparison : values()) {
      if (comparison.word.equals(word)) {
        return comparison;
      }
    }
    return null;
  }

  /** Whether it compares with a given value, rather than looking at the field alone. */
  boolean takesValue() {
    return switch (this) {
      case EQ, NE, GT, GTE, LT, LTE, CONTAINS, NOT_CONTAINS, CONTAINS_ONLY -> true;
      case CHANGED, EXISTS, NOT_EXISTS -> false;
    };
  }

  /** Whether it asks for an order, which only numbers and text have. */
  boolean isOrder() {
    return switch (this) {
      case GT, GTE, LT, LTE -> true;
      case EQ, NE, CONTAINS, NOT_CONTAINS, CONTAINS_ONLY, CHANGED, EXISTS, NOT_EXISTS -> false;
    };
  }

  @Override
  public String toString() {
    return word;
  }
}
