package io.posthorn.core.filter;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The comparison operators of filters. */
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

  /** All operators, for error messages. */
  static final String KNOWN =
      Arrays.stream(values()).map(Comparison::toString).collect(Collectors.joining(", "));

  private final String word;

  Comparison(String word) {
    this.word = word;
  }

  /** The comparison of this name, or null if there is none. */
  static @Nullable Comparison of(String word) {
    for (Comparison comparison : values()) {
      if (comparison.word.equals(word)) {
        return comparison;
      }
    }
    return null;
  }

  /** Returns whether it needs a value to compare with. */
  boolean takesValue() {
    return switch (this) {
      case EQ, NE, GT, GTE, LT, LTE, CONTAINS, NOT_CONTAINS, CONTAINS_ONLY -> true;
      case CHANGED, EXISTS, NOT_EXISTS -> false;
    };
  }

  /** Returns whether it is an ordering comparison, for which only numbers and text qualify. */
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
