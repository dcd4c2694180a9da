package io.posthorn.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextHashTest {
  @Test
  void texts_of_up_to_seven_latin_characters_have_numbers_of_their_own() {
    String[] texts = {
      "", "\0", "\0\0", "a", "a\0", "\0a", "b", "ab", "ba", "\u00FF", "UPDATE", "1234567", "1234568"
    };

    assertThat(Arrays.stream(texts).mapToLong(TextHash::of).distinct().count())
        .isEqualTo(texts.length);
    assertThat(texts).allMatch(text -> TextHash.isExact(TextHash.of(text)));
    assertThat(texts).noneMatch(text -> TextHash.of(text) == TextHash.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678", "\u0100", "\uD83D\uDE00", "a rather long text"})
  void other_texts_share_their_numbers_and_say_so(String text) {
    assertThat(TextHash.isExact(TextHash.of(text))).isFalse();
    assertThat(TextHash.of(text)).isEqualTo(TextHash.of(new String(text.toCharArray())));
  }
}
