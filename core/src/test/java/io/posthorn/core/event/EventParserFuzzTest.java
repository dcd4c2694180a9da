package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.input.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Randomly damaged bodies give events or an {@code InvalidInputException}, never another exception.
 */
class EventParserFuzzTest {
  private static final long SEED = 20261115;
  private static final int ROUNDS = 8_000;

  private static final List<String> BODIES =
      List.of(
          """
          {"id":"e1","objCode":"PROJ","eventType":"UPDATE","objId":"\\ud83d\\ude00",\
          "eventTime":"2026-01-31T09:30:00.250+01:00","userId":"ü",\
          "newState":{"a":[1.0e5,-0,true,null],"b":{"c":"\\u00e9 日本"}},"oldState":{}}\
          """,
          """
          [{"objCode":"A","eventType":"CREATE","newState":{"a":1}},
          {"objCode":"B","eventType":"DELETE","oldState":{"b":[[],{}]}}]\
          """,
          """
          {"objCode":"A","eventType":"X","eventTime":{"epochSecond":1,"nano":2}}

          {"objCode":"B","eventType":"Y","newState":{"k":"v","l":"w"}}\r
          """);

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\\",
          "\\u",
          "\\ud800",
          "\n",
          "\u0000",
          "\ufeff",
          "null",
          " ",
          "x",
          "1e999999999",
          "-",
          "NaN",
          "/*",
          "😀",
          "\"objCode\":",
          "\"newState\":{",
          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[");

  @Test
  void a_damaged_body_gives_events_or_a_refusal() {
    Random random = new Random(SEED);
    int accepted = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] body = BODIES.get(round % BODIES.size()).getBytes(StandardCharsets.UTF_8);
      for (int i = random.nextInt(2); i >= 0; i--) {
        body = damage(body, random);
      }
      for (BodyKind kind : BodyKind.values()) {
        if (isAccepted(body, kind, round)) {
          accepted++;
        } else {
          refused++;
        }
      }
    }
    assertThat(accepted).as("some damage is harmless").isGreaterThan(ROUNDS / 50);
    assertThat(refused).as("most is not").isGreaterThan(ROUNDS);
  }

  private static boolean isAccepted(byte[] body, BodyKind kind, int round) {
    try {
      List<Event> events = EventParser.parse(body, kind, EventParsing.context("acme"));
      assertThat(events).isNotEmpty().allSatisfy(EventParserFuzzTest::assertSound);
      assertThat(EventParser.parseStrictly(body, kind, EventParsing.context("acme")))
          .as("what the scanner reads, if it does")
          .isEqualTo(orElse(EventScanner.scan(body, kind, EventParsing.context("acme")), events));
      return true;
    } catch (InvalidInputException e) {
      assertThat(e.errors()).isNotEmpty();
      return false;
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + SEED + ", round " + round + ", " + kind, e);
    }
  }

  private static List<Event> orElse(@Nullable List<Event> scanned, List<Event> events) {
    return scanned == null ? events : scanned;
  }

  /** An accepted event is valid: its states can be parsed again, and it survives encoding. */
  private static void assertSound(Event event) {
    assertThat(CodeSyntax.isCode(event.objCode())).isTrue();
    assertThat(CodeSyntax.isCode(event.eventType())).isTrue();
    if (event.newState() != null) {
      Event again =
          EventParsing.one(
              "{\"objCode\":\"A\",\"eventType\":\"X\",\"newState\":" + event.newState() + "}");
      assertThat(again.newState()).isEqualTo(event.newState());
    }
    assertThat(EventCodec.decode(EventCodec.encode(event), 0)).isEqualTo(event);
  }

  private static byte[] damage(byte[] body, Random random) {
    int at = random.nextInt(body.length);
    int end = Math.min(body.length, at + 1 + random.nextInt(8));
    return switch (random.nextInt(6)) {
      case 0 -> splice(body, at, at + 1, new byte[] {(byte) random.nextInt()});
      case 1 -> splice(body, at, end, new byte[0]);
      case 2 -> splice(body, at, at, piece(random));
      case 3 -> splice(body, at, end, piece(random));
      case 4 -> splice(body, at, at, Arrays.copyOfRange(body, at, end));
      default -> splice(body, Math.max(1, at), body.length, new byte[0]);
    };
  }

  private static byte[] piece(Random random) {
    return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] splice(byte[] body, int start, int end, byte[] piece) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body, 0, start);
    out.writeBytes(piece);
    out.write(body, end, body.length - end);
    return out.size() == 0 ? body : out.toByteArray();
  }
}
