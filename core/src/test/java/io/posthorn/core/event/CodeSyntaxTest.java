package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CodeSyntaxTest {
  @Test
  void codes_and_ids_are_spelled_as_the_contract_says() {
    check(CodeSyntax::isCode, "[A-Za-z][A-Za-z0-9_.-]{0,63}", 64);
    check(CodeSyntax::isCustomerId, "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", 64);
    check(CodeSyntax::isEventId, "[A-Za-z0-9_:-]{1,128}", 128);
  }

  private static void check(Predicate<String> rule, String regex, int longest) {
    Predicate<String> contract = Pattern.compile(regex).asMatchPredicate();
    for (int c = 0; c <= 0xFFFF; c++) {
      String alone = String.valueOf((char) c);
      for (String text : new String[] {alone, "a" + alone, "a" + alone + "b"}) {
        assertThat(rule.test(text)).as("%s: U+%04X", regex, c).isEqualTo(contract.test(text));
      }
    }
    assertThat(rule.test("")).isFalse();
    assertThat(rule.test("a".repeat(longest))).isTrue();
    assertThat(rule.test("a".repeat(longest + 1))).isFalse();
  }

  @Test
  void codes_that_begin_with_POSTHORN_are_reserved() {
    assertThat(CodeSyntax.isReserved("POSTHORN_ENDPOINT")).isTrue();
    assertThat(CodeSyntax.isReserved("POSTHORN_")).isTrue();
    assertThat(CodeSyntax.isReserved("POSTHORN")).isFalse();
    assertThat(CodeSyntax.isReserved("posthorn_x")).isFalse();
    assertThat(CodeSyntax.isReserved("X_POSTHORN_")).isFalse();
  }

  @Test
  void a_name_has_1_to_255_characters_however_many_bytes_each_takes() {
    assertThat(CodeSyntax.isName("")).isFalse();
    assertThat(CodeSyntax.isName("x".repeat(255))).isTrue();
    assertThat(CodeSyntax.isName("x".repeat(256))).isFalse();
    assertThat(CodeSyntax.isName("😀".repeat(255))).isTrue();
    assertThat(CodeSyntax.isName("😀".repeat(256))).isFalse();
    assertThat(CodeSyntax.isName(" ")).isTrue();
  }

  @Test
  void a_name_has_no_control_characters_and_no_half_of_a_surrogate_pair() {
    for (char c :
        new char[] {0, '\t', '\n', 0x1F, 0x7F, 0x80, 0x9F, 0xD800, 0xDBFF, 0xDC00, 0xDFFF}) {
      assertThat(CodeSyntax.isName("a" + c)).as("U+%04X", (int) c).isFalse();
      assertThat(CodeSyntax.isName(c + "a")).as("U+%04X", (int) c).isFalse();
    }
    assertThat(CodeSyntax.isName("\udc00\ud800")).isFalse();
    assertThat(CodeSyntax.isName("\ud83d\ude00\ude00")).isFalse();
    assertThat(CodeSyntax.isName("\u00a0\ud83d\ude00")).isTrue();
  }
}
