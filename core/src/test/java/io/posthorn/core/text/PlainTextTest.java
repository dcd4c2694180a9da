package io.posthorn.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** External text made safe for a line or a response. */
final class PlainTextTest {
  @Test
  void a_line_has_spaces_for_control_characters_and_keeps_everything_else() {
    assertThat(PlainText.of("a\nb\u001bc\u202ed\u2028e\udb40\udc01f", 100))
        .isEqualTo("a b c d e f");
    assertThat(PlainText.of("größe 😀", 100)).isEqualTo("größe 😀");
  }

  @Test
  void a_line_is_cut_between_characters() {
    assertThat(PlainText.of("abcdef", 3)).isEqualTo("abc");
    assertThat(PlainText.of("ab😀", 3)).isEqualTo("ab");
  }

  @Test
  void escaped_text_keeps_its_lines_and_shows_other_control_characters() {
    assertThat(PlainText.escaped("a\tb\r\n\u001b[31m\u202e\u2029"))
        .isEqualTo("a\tb\r\n\\u001b[31m\\u202e\\u2029");
    assertThat(PlainText.escaped("😀 ü")).isEqualTo("😀 ü");
  }
}
