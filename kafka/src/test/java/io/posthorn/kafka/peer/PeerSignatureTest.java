package io.posthorn.kafka.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PeerSignatureTest {
  private static final String TARGET = "/internal/v1/shards/3/entries?from=AA&to=AQ";
  private static final byte[] ANSWER = {1, 2, 3};

  private long now = 1_000_000;
  private final PeerSignature asking = seal(7);
  private final PeerSignature asked = seal(7);

  private PeerSignature seal(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    return new PeerSignature(bytes, () -> Instant.ofEpochMilli(now));
  }

  @Test
  void a_question_is_opened_once_by_whoever_has_the_key() {
    Optional<String> header = Optional.of(asking.onQuestion(TARGET));

    assertThat(seal(8).opens(header, TARGET)).isFalse();
    assertThat(asked.opens(header, TARGET)).isTrue();
    assertThat(asked.opens(header, TARGET)).isFalse();
  }

  @Test
  void a_question_holds_for_its_own_target_alone() {
    Optional<String> header = Optional.of(asking.onQuestion(TARGET));

    assertThat(asked.opens(header, TARGET.replace("shards/3", "shards/4"))).isFalse();
  }

  @Test
  void a_question_holds_for_30_s() {
    String first = asking.onQuestion(TARGET);
    String second = asking.onQuestion(TARGET);
    now += 30_000;
    assertThat(asked.opens(Optional.of(first), TARGET)).isTrue();
    now += 1;
    assertThat(asked.opens(Optional.of(second), TARGET)).isFalse();
  }

  @Test
  void a_question_of_a_node_whose_clock_is_ahead_cannot_be_repeated_either() {
    String header = asking.onQuestion(TARGET);
    now -= 30_000;
    assertThat(asked.opens(Optional.of(header), TARGET)).isTrue();
    now += 60_000;
    assertThat(asked.opens(Optional.of(header), TARGET)).isFalse();
  }

  @Test
  void what_is_no_header_of_ours_opens_nothing() {
    for (String header :
        new String[] {"", "..", "1.2", "x.y.z", "-1.a.b", "9".repeat(40) + ".a.b"}) {
      assertThat(asked.opens(Optional.of(header), TARGET)).as(header).isFalse();
    }
    assertThat(asked.opens(Optional.empty(), TARGET)).isFalse();
  }

  @Test
  void an_answer_belongs_to_its_question() {
    String question = asking.onQuestion(TARGET);
    Optional<String> sealed = Optional.of(asked.onAnswer(question, ANSWER));

    assertThat(asking.opensAnswer(question, sealed, ANSWER)).isTrue();
    assertThat(asking.opensAnswer(question, sealed, new byte[] {1, 2})).isFalse();
    assertThat(asking.opensAnswer(asking.onQuestion(TARGET), sealed, ANSWER)).isFalse();
    assertThat(asking.opensAnswer(question, Optional.empty(), ANSWER)).isFalse();
  }
}
