package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compared with the JDK's own decoder. */
class Utf8Test {
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

  @Test
  void every_sequence_of_up_to_three_bytes_is_judged_as_the_platform_judges_it() {
    for (int a = 0; a < 256; a++) {
      check((byte) a);
      for (int b = 0; b < 256; b++) {
        check((byte) a, (byte) b);
        // The ASCII third byte stands for all of its kind.
        for (int c = 0x7F; a >= 0xE0 && c < 256; c++) {
          check((byte) a, (byte) b, (byte) c);
        }
      }
    }
  }

  @Test
  void every_character_of_four_bytes_is_judged_as_the_platform_judges_it() {
    int[] borders = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0};
    for (int a = 0xEF; a < 256; a++) {
      for (int b = 0x7F; b < 0xC2; b++) {
        for (int c : borders) {
          for (int d : borders) {
            check((byte) a, (byte) b, (byte) c, (byte) d);
          }
        }
      }
    }
  }

  @Test
  void text_with_damage_anywhere_is_judged_as_the_platform_judges_it() {
    Random random = new Random(7);
    byte[] text =
        "plain ASCII, größer, 日本語, 😀😀 and on it goes".repeat(2).getBytes(StandardCharsets.UTF_8);
    check(text);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = text.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      check(damaged);
    }
  }

  private void check(byte... bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CoderResult result = decoder.reset().decode(in, CharBuffer.allocate(bytes.length), true);
    assertThat(Utf8.firstInvalid(bytes)).isEqualTo(result.isUnderflow() ? -1 : in.position());
  }
}
