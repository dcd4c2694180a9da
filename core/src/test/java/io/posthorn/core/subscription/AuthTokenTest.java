package io.posthorn.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.input.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthTokenTest {
  @ParameterizedTest
  @CsvSource({
    "a, ****",
    "1234567, ****",
    "12345678, ****",
    "123456789, ****6789",
    "a long token with words, ****ords",
  })
  void a_token_is_shown_as_four_stars_and_its_last_4_or_stars_alone_up_to_8_characters(
      String token, String shown) {
    assertThat(AuthToken.parse(token).hint()).isEqualTo(shown);
  }

  @Test
  void the_clear_token_is_not_in_its_text() {
    AuthToken token = AuthToken.parse("very-secret-cafe");

    assertThat(token).hasToString("****cafe");
    assertThat(token.clear()).isEqualTo("very-secret-cafe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"****", "****cafe", "*****"})
  void a_token_that_begins_with_four_stars_is_refused(String token) {
    assertThatThrownBy(() -> AuthToken.parse(token))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("/authToken: ")
        .hasMessageContaining("begins with ****");
  }

  @Test
  void three_stars_are_a_token() {
    assertThat(AuthToken.parse("***cafe").clear()).isEqualTo("***cafe");
  }

  @Test
  void a_token_has_1_to_255_characters() {
    assertThat(AuthToken.parse("a".repeat(255)).clear()).hasSize(255);
    assertThatThrownBy(() -> AuthToken.parse("a".repeat(256))).hasMessageContaining("255");
    assertThatThrownBy(() -> AuthToken.parse("")).hasMessageContaining("1 to 255");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"secret\r\nX: y", "secret\n", "\tsecret", "secr\u00E9t", "secret\u007F", "s\0"})
  void a_character_that_is_invalid_in_a_header_is_refused_without_repeating_it(String token) {
    assertThatThrownBy(() -> AuthToken.parse(token))
        .hasMessageContaining("printable ASCII")
        .hasMessageNotContaining("secr");
  }

  @ParameterizedTest
  @ValueSource(strings = {" secret", "secret ", " "})
  void a_space_at_either_end_is_refused_since_headers_lose_it(String token) {
    assertThatThrownBy(() -> AuthToken.parse(token))
        .hasMessageContaining("space")
        .hasMessageNotContaining("secret");
  }

  @Test
  void every_printable_ascii_character_may_be_in_a_token() {
    StringBuilder all = new StringBuilder("x");
    for (char c = ' '; c <= '~'; c++) {
      all.append(c);
    }

    assertThat(AuthToken.parse(all.toString()).clear()).hasSize(96);
  }
}
