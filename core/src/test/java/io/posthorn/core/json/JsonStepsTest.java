package io.posthorn.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonStepsTest {
  @Test
  void every_special_byte_is_found_at_every_position_and_no_other_byte_is() {
    for (int value = 0; value < 256; value++) {
      for (int position = 0; position < 24; position++) {
        byte[] json = new byte[24];
        Arrays.fill(json, (byte) 'x');
        json[position] = (byte) value;
        boolean special = value == '"' || value == '\\' || value < ' ';
        assertThat(JsonSteps.toSpecial(json, 0))
            .as("byte %d at %d", value, position)
            .isEqualTo(special ? position : json.length);
      }
    }
  }

  @Test
  void the_first_of_several_special_bytes_is_found_among_any_others() {
    Random random = new Random(20261118);
    for (int i = 0; i < 100_000; i++) {
      byte[] json = new byte[1 + random.nextInt(40)];
      random.nextBytes(json);
      for (int at = 0; at < json.length; at++) {
        if (random.nextInt(4) > 0) {
          json[at] = (byte) "ax! #[]\u007f".charAt(random.nextInt(8));
        }
      }
      int start = random.nextInt(json.length + 1);
      assertThat(JsonSteps.toSpecial(json, start))
          .as(() -> Arrays.toString(json))
          .isEqualTo(byteByByte(json, start));
    }
  }

  private static int byteByByte(byte[] json, int start) {
    int at = start;
    while (at < json.length
        && json[at] != '"'
        && json[at] != '\\'
        && (json[at] < 0 || json[at] >= ' ')) {
      at++;
    }
    return at;
  }
}
