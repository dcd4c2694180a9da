package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonFaultTest {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":         | the text ends too early (line 1, column 6).
          ["secret      | the text ends too early (line 1, column 9).
          ["a" "b"]     | unexpected character (line 1, column 6).
          {"a":1,}      | unexpected character (line 1, column 8).
          {a:1}         | unexpected character (line 1, column 2).
          [secret]      | unquoted text that is not true, false or null (line 1, column 2).
          [nul]         | unquoted text that is not true, false or null (line 1, column 2).
          [007]         | invalid number (line 1, column 3).
          [1.]          | unexpected character (line 1, column 4).
          ["\\x"]       | invalid escape after a backslash (line 1, column 4).
          [1}           | closing bracket without an opening one (line 1, column 3).
          {"k":1,"k":2} | duplicate field (line 1, column 11).
          """)
  void an_error_is_described_in_plain_words_with_its_position(String text, String words) {
    assertThat(JsonFault.describe(faultOf(text.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo("is not valid JSON: " + words);
  }

  @Test
  void a_line_break_inside_a_text_has_its_own_error() {
    assertThat(JsonFault.describe(faultOf("[\"a\nb\"]".getBytes(StandardCharsets.UTF_8))))
        .startsWith(
            "is not valid JSON: a line break, tab or other control character is not escaped");
  }

  @Test
  void bytes_that_are_no_UTF8_are_called_so() {
    assertThat(JsonFault.describe(faultOf(new byte[] {'[', '"', (byte) 0xFF, '"', ']'})))
        .startsWith("is not valid JSON: the text is not UTF-8 (line 1, column ");
  }

  @Test
  void the_line_is_that_of_the_whole_text() {
    byte[] piece = "[1,\n2".getBytes(StandardCharsets.UTF_8);

    assertThat(JsonFault.describe(faultOf(piece), 40)).endsWith("(line 41, column 2).");
  }

  @Test
  void an_error_without_a_position_is_reported_without_one() {
    assertThat(JsonFault.describe(new IOException("jargon")))
        .isEqualTo("is not valid JSON: syntax error.");
  }

  private static IOException faultOf(byte[] json) {
    return catchThrowableOfType(
        IOException.class,
        () -> {
          try (JsonParser parser = STRICT.createParser(json)) {
            while (parser.nextToken() != null) {
              parser.getValueAsString();
            }
          }
        });
  }
}
