package io.posthorn.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventStreamTest {
  @Test
  void bodies_are_events_with_unique_ids_of_every_code_and_region() {
    EventStream stream = new EventStream("run7", "C", 10, 50, 840);
    byte[] buffer = new byte[stream.longest()];
    List<Event> events = new ArrayList<>();
    for (int post = 0; post < 2; post++) {
      int length = stream.next(buffer, 0, 1_763_200_000_123_456L);
      events.addAll(parse(Arrays.copyOf(buffer, length)));
    }
    assertThat(events).hasSize(100);
    assertThat(events).extracting(Event::id).doesNotHaveDuplicates().contains("run7-000000000099");
    assertThat(events)
        .extracting(
            e ->
                e.objCode()
                    + String.valueOf(e.newState()).replaceAll(".*region\":\"(r\\d).*", "$1"))
        .doesNotHaveDuplicates();
    assertThat(events)
        .allSatisfy(
            e ->
                assertThat(String.valueOf(e.newState()))
                    .startsWith("{\"sentAt\":1763200000123456,"));
  }

  private static List<Event> parse(byte[] body) {
    return EventParser.parse(
        body,
        BodyKind.NDJSON,
        new IntakeContext("default", Instant.EPOCH, () -> "none", null, EventLimits.DEFAULT));
  }
}
