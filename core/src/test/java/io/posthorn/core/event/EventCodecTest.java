package io.posthorn.core.event;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.posthorn.core.json.JsonSlice;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventCodecTest {
  private static final Event FULL =
      new Event(
          "acme",
          "e:1",
          "PROJ",
          "UPDATE",
          "größe 😀",
          Instant.parse("2026-11-15T10:00:00.123456789Z"),
          "u-7",
          JsonSlice.of("{ \"a\" : 1.0e5 }"),
          JsonSlice.of("{\"a\":\"\\ud800\"}"),
          "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

  private static Event with(
      @Nullable String objId, Instant time, @Nullable String userId, @Nullable String state) {
    JsonSlice slice = state == null ? null : JsonSlice.of(state);
    return new Event("c", "i", "O", "T", objId, time, userId, slice, null, null);
  }

  @Test
  void an_event_comes_back_as_it_was() {
    assertThat(EventCodec.decode(EventCodec.encode(FULL), 0)).isEqualTo(FULL);
  }

  @Test
  void an_event_with_nothing_optional_comes_back_as_it_was() {
    Event bare = with(null, Instant.EPOCH, null, null);

    byte[] bytes = EventCodec.encode(bare);

    assertThat(bytes).as("no byte for what is not there").hasSize(2 + 2 + 4 * 2);
    assertThat(EventCodec.decode(bytes, 0)).isEqualTo(bare);
    assertThat(EventCodec.hasLostStates(bytes, 0)).isFalse();
  }

  @Test
  void each_optional_field_alone_comes_back_as_it_was() {
    Instant time = Instant.parse("2026-11-15T10:00:00Z");
    JsonSlice state = JsonSlice.of("{}");
    for (Event event :
        new Event[] {
          with("x", time, null, null),
          with(null, time, "x", null),
          with(null, time, null, "{}"),
          new Event("c", "i", "O", "T", null, time, null, null, state, null),
          new Event("c", "i", "O", "T", null, time, null, null, null, "00-x"),
        }) {
      assertThat(EventCodec.decode(EventCodec.encode(event), 0)).isEqualTo(event);
    }
  }

  @Test
  void any_time_comes_back_as_it_was() {
    for (Instant time :
        new Instant[] {
          Instant.MIN, Instant.MAX, Instant.EPOCH, Instant.ofEpochSecond(-1, 999_999_999)
        }) {
      assertThat(EventCodec.decode(EventCodec.encode(with(null, time, null, null)), 0).eventTime())
          .isEqualTo(time);
    }
  }

  @Test
  void states_of_any_size_come_back_as_they_were() {
    for (int length : new int[] {2, 126, 127, 128, 129, 16_383, 16_384, 1 << 20}) {
      Event event = with("x", Instant.EPOCH, null, "{" + " ".repeat(length - 2) + "}");
      assertThat(EventCodec.decode(EventCodec.encode(event), 0)).isEqualTo(event);
    }
  }

  @Test
  void an_event_lies_anywhere_in_an_array_and_its_states_are_not_copied() {
    byte[] encoded = EventCodec.encode(FULL);
    byte[] stored = new byte[encoded.length + 12];
    System.arraycopy(encoded, 0, stored, 7, encoded.length);

    Event event = EventCodec.decode(stored, 7);

    assertThat(event).isEqualTo(FULL);
    assertThat(requireNonNull(event.newState()).bytes()).isSameAs(stored);
    assertThat(requireNonNull(event.oldState()).bytes()).isSameAs(stored);
  }

  @Test
  void the_states_of_an_encoded_event_are_found_without_decoding_it() {
    Event both = FULL;
    Event one = with("x", Instant.EPOCH, null, "{" + " ".repeat(200) + "}");
    Event none = with("x", Instant.EPOCH, null, null);
    Event old =
        new Event("c", "i", "O", "T", null, Instant.EPOCH, null, null, both.oldState(), null);
    for (Event event : new Event[] {both, one, none, old}) {
      byte[] encoded = EventCodec.encode(new byte[] {1, 2, 3}, event);

      Event found = EventCodec.withStatesIn(encoded, event);

      assertThat(found).isEqualTo(event);
      for (JsonSlice state : new JsonSlice[] {found.newState(), found.oldState()}) {
        if (state != null) {
          assertThat(state.bytes()).isSameAs(encoded);
        }
      }
    }
  }

  @Test
  void an_event_may_be_stored_without_its_states_and_says_so() {
    byte[] bytes = EventCodec.encodeWithoutStates(new byte[0], FULL);

    assertThat(EventCodec.hasLostStates(bytes, 0)).isTrue();
    assertThat(EventCodec.hasLostStates(EventCodec.encode(FULL), 0)).isFalse();
    assertThat(EventCodec.decode(bytes, 0))
        .isEqualTo(
            new Event(
                FULL.customerId(),
                FULL.id(),
                FULL.objCode(),
                FULL.eventType(),
                FULL.objId(),
                FULL.eventTime(),
                FULL.userId(),
                null,
                null,
                FULL.traceparent()));
  }

  @Test
  void the_bytes_of_the_first_format_never_change() {
    Event event =
        new Event(
            "c",
            "i",
            "O",
            "T",
            "x",
            Instant.ofEpochSecond(100, 5),
            null,
            JsonSlice.of("{}"),
            null,
            null);

    assertThat(EventCodec.encode(event))
        .isEqualTo(
            new byte[] {
              1, 0b001001, (byte) 200, 1, 5, 1, 'c', 1, 'i', 1, 'O', 1, 'T', 1, 'x', 2, '{', '}'
            });
  }

  @Test
  void a_format_of_a_later_version_is_refused() {
    byte[] bytes = EventCodec.encode(FULL);
    bytes[0] = 2;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventCodec.decode(bytes, 0))
        .withMessageContaining("format 2");
    assertThatIllegalArgumentException().isThrownBy(() -> EventCodec.hasLostStates(bytes, 0));

    byte[] flags = EventCodec.encode(FULL);
    flags[1] |= (byte) 0x80;
    assertThatIllegalArgumentException().isThrownBy(() -> EventCodec.decode(flags, 0));
  }

  @Test
  void a_truncated_event_is_detected() {
    byte[] bytes = EventCodec.encode(FULL);

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatIllegalArgumentException().isThrownBy(() -> EventCodec.decode(cut, 0));
    }
  }
}
