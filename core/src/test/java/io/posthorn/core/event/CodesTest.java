package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CodesTest {
  @Test
  void codes_and_ids_are_spelled_as_the_contract_says() {
    check(Codes::isCode, "[A-Za-z][A-Za-z0-9_.-]{0,63}", 64);
    check(Codes::isCustomerId, "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", 64);
    check(Codes::isEventId, "[A-Za-z0-9_:-]{1,128}", 128);
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
  void codes_that_begin_POSTHORN__are_our_own() {
    assertThat(Codes.isReserved("POSTHORN_ENDPOINT")).isTrue();
    assertThat(Codes.isReserved("POSTHORN_")).isTrue();
    assertThat(Codes.isReserved("POSTHORN")).isFalse();
    assertThat(Codes.isReserved("posthorn_x")).isFalse();
    assertThat(Codes.isReserved("X_POSTHORN_")).isFalse();
  }

  @Test
  void a_name_has_1_to_255_characters_however_many_bytes_each_takes() {
    assertThat(Codes.isName("")).isFalse();
    assertThat(Codes.isName("x".repeat(255))).isTrue();
    assertThat(Codes.isName("x".repeat(256))).isFalse();
    assertThat(Codes.isName("😀".repeat(255))).isTrue();
    assertThat(Codes.isName("😀".repeat(256))).isFalse();
    assertThat(Codes.isName(" ")).isTrue();
  }

  @Test
  void a_name_has_no_control_characters_and_no_half_of_a_surrogate_pair() {
    for (char c :
        new char[] {0, '\t', '\n', 0x1F, 0x7F, 0x80, 0x9F, 0xD800, 0xDBFF, 0xDC00, 0xDFFF}) {
      assertThat(Codes.isName("a" + c)).as("U+%04X", (int) c).isFalse();
      assertThat(Codes.isName(c + "a")).as("U+%04X", (int) c).isFalse();
    }
    assertThat(Codes.isName("\udc00\ud800")).isFalse();
    assertThat(Codes.isName("\ud83d\ude00\ude00")).isFalse();
    assertThat(Codes.isName("\u00a0\ud83d\ude00")).isTrue();
  }
}
