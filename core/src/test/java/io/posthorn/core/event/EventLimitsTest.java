package io.posthorn.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.input.InvalidInputException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventLimitsTest {
  @Test
  void the_defaults_are_those_of_the_contract() {
    assertThat(EventLimits.DEFAULT)
        .isEqualTo(new EventLimits(16 * 1024 * 1024, 1_000, 1024 * 1024, 64));
  }

  @ParameterizedTest
  @EnumSource
  void a_request_has_up_to_1000_events(BodyKind kind) {
    assertThat(EventParser.parse(batch(kind, 1_000), kind, EventParsing.context("acme")))
        .hasSize(1_000);

    InvalidInputException refusal =
        EventParsing.refusal(batch(kind, 1_001), kind, EventParsing.context("acme"));

    assertThat(refusal).isInstanceOf(InputTooLargeException.class);
    assertThat(refusal.errors())
        .containsExactly(
            new FieldError(
                "", "The body has more than 1000 events; split them into several requests."));
  }

  private static byte[] batch(BodyKind kind, int count) {
    return switch (kind) {
      case JSON ->
          EventParsing.bytes(
              "["
                  + (EventParsing.event("") + ",").repeat(count - 1)
                  + EventParsing.event("")
                  + "]");
      case NDJSON -> EventParsing.bytes((EventParsing.event("") + "\n").repeat(count));
    };
  }

  @Test
  void an_event_has_up_to_1_MiB_between_its_braces() {
    assertThat(EventParsing.json("[" + eventOf(1 << 20) + " , " + EventParsing.event("") + "]"))
        .hasSize(2);
    assertThat(EventParsing.json("  " + eventOf(1 << 20) + "  ")).hasSize(1);

    InvalidInputException refusal =
        EventParsing.refusal(
            EventParsing.bytes("[" + EventParsing.event("") + "," + eventOf((1 << 20) + 1) + "]"),
            BodyKind.JSON,
            EventParsing.context("acme"));

    assertThat(refusal).isInstanceOf(InputTooLargeException.class);
    assertThat(refusal.errors())
        .containsExactly(
            new FieldError("/1", "The event has 1048577 bytes; at most 1048576 are accepted."));
  }

  @Test
  void an_event_that_is_too_large_is_reported_together_with_the_other_errors() {
    InvalidInputException refusal =
        EventParsing.refusal(
            EventParsing.bytes("{}\n" + eventOf((1 << 20) + 1)),
            BodyKind.NDJSON,
            EventParsing.context("acme"));

    assertThat(refusal).isInstanceOf(InputTooLargeException.class);
    assertThat(refusal.errors())
        .extracting(FieldError::pointer)
        .containsExactly("/0/objCode", "/0/eventType", "/1");
  }

  private static String eventOf(int bytes) {
    String frame = EventParsing.event(",'newState':{'a':''}");
    return EventParsing.event(",'newState':{'a':'" + "x".repeat(bytes - frame.length()) + "'}");
  }

  @Test
  void a_body_has_up_to_its_limit() {
    byte[] body = EventParsing.bytes(EventParsing.event(""));
    EventLimits exact = new EventLimits(body.length, 10, 1_000, 64);
    EventLimits less = new EventLimits(body.length - 1, 10, 1_000, 64);

    assertThat(EventParser.parse(body, BodyKind.JSON, within(exact))).hasSize(1);
    assertThat(EventParsing.refusal(body, BodyKind.JSON, within(less)))
        .isInstanceOf(InputTooLargeException.class);
  }

  private static IntakeContext within(EventLimits limits) {
    return new IntakeContext("acme", Instant.EPOCH, () -> "id", null, limits);
  }

  @Test
  void JSON_is_64_levels_deep_at_most_the_event_being_the_first() {
    String deepest = EventParsing.event(",'newState':" + objects(63));
    assertThat(EventParsing.one(deepest)).isNotNull();
    assertThat(EventParsing.json("[" + deepest + "]")).hasSize(1);
    assertThat(EventParsing.lines(deepest)).hasSize(1);
    assertThat(EventParsing.one(EventParsing.event(",'newState':{'a':" + arrays(62) + "}")))
        .isNotNull();

    String tooDeep = EventParsing.event(",'newState':" + objects(64));
    String pointer = "/newState" + "/a".repeat(63);
    assertThat(EventParsing.pointers(tooDeep)).containsExactly(pointer);
    assertThat(EventParsing.pointers("[" + deepest + "," + tooDeep + ",{'objCode':'A'}]"))
        .containsExactly("/1" + pointer, "/2/eventType");
    assertThat(EventParsing.pointersOfLines(tooDeep)).containsExactly("/0" + pointer);
    assertThat(EventParsing.pointers(EventParsing.event(",'newState':{'a':" + arrays(63) + "}")))
        .hasSize(1);
  }

  @Test
  void after_an_event_that_is_too_deep_duplicate_keys_are_still_found() {
    assertThat(
            EventParsing.pointers(
                "["
                    + EventParsing.event(",'newState':" + objects(70))
                    + ","
                    + EventParsing.event(",'newState':{'b':{'c':1,'c':2}}")
                    + "]"))
        .last()
        .isEqualTo("/1/newState/b/c");
  }

  @Test
  void JSON_of_a_hundred_thousand_levels_is_refused_as_well() {
    assertThat(EventParsing.errors("[".repeat(100_000))).isNotEmpty();
    assertThat(EventParsing.errors(EventParsing.event(",'newState':{'a':" + arrays(100_000) + "}")))
        .isNotEmpty();
    assertThat(EventParsing.errors("{'a':".repeat(100_000))).isNotEmpty();
  }

  @Test
  void a_number_of_more_than_1000_digits_is_refused() {
    assertThat(EventParsing.one(EventParsing.event(",'newState':{'a':" + "9".repeat(1_000) + "}")))
        .isNotNull();
    assertThat(
            EventParsing.errors(EventParsing.event(",'newState':{'a':" + "9".repeat(1_001) + "}")))
        .singleElement()
        .satisfies(e -> assertThat(e.detail()).contains("1000 digits"));
  }

  private static String objects(int levels) {
    return "{'a':".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }

  private static String arrays(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }
}
