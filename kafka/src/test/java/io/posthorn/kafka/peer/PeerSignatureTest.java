package io.posthorn.kafka.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PeerSignatureTest {
  private static final String TARGET = "/internal/v1/shards/3/entries?from=AA&to=AQ";
  private static final byte[] RESPONSE = {1, 2, 3};

  private long now = 1_000_000;
  private final PeerSignature asking = signature(7);
  private final PeerSignature asked = signature(7);

  private PeerSignature signature(int... keys) {
    List<byte[]> all =
        IntStream.of(keys)
            .mapToObj(
                key -> {
                  byte[] bytes = new byte[32];
                  bytes[0] = (byte) key;
                  return bytes;
                })
            .toList();
    return new PeerSignature(all, () -> Instant.ofEpochMilli(now));
  }

  @Test
  void a_request_is_valid_once_and_only_with_the_same_key() {
    Optional<String> header = Optional.of(asking.signRequest(TARGET));

    assertThat(signature(8).verifyRequest(header, TARGET)).isFalse();
    assertThat(asked.verifyRequest(header, TARGET)).isTrue();
    assertThat(asked.verifyRequest(header, TARGET)).isFalse();
  }

  @Test
  void nodes_with_the_same_keys_in_another_order_understand_each_other() {
    PeerSignature first = signature(7, 8);
    PeerSignature second = signature(8, 7);
    String request = first.signRequest(TARGET);

    assertThat(second.verifyRequest(Optional.of(request), TARGET)).isTrue();
    String response = second.signResponse(request, RESPONSE);
    assertThat(first.verifyResponse(request, Optional.of(response), RESPONSE)).isTrue();
    assertThat(signature(7).verifyResponse(request, Optional.of(response), RESPONSE)).isFalse();
  }

  @Test
  void a_request_is_valid_for_its_own_target_only() {
    Optional<String> header = Optional.of(asking.signRequest(TARGET));

    assertThat(asked.verifyRequest(header, TARGET.replace("shards/3", "shards/4"))).isFalse();
  }

  @Test
  void a_request_is_valid_for_30_s() {
    String first = asking.signRequest(TARGET);
    String second = asking.signRequest(TARGET);
    now += 30_000;
    assertThat(asked.verifyRequest(Optional.of(first), TARGET)).isTrue();
    now += 1;
    assertThat(asked.verifyRequest(Optional.of(second), TARGET)).isFalse();
  }

  @Test
  void a_request_from_a_node_with_a_fast_clock_cannot_be_replayed() {
    String header = asking.signRequest(TARGET);
    now -= 30_000;
    assertThat(asked.verifyRequest(Optional.of(header), TARGET)).isTrue();
    now += 60_000;
    assertThat(asked.verifyRequest(Optional.of(header), TARGET)).isFalse();
  }

  @Test
  void a_malformed_header_is_invalid() {
    for (String header :
        new String[] {"", "..", "1.2", "x.y.z", "-1.a.b", "9".repeat(40) + ".a.b"}) {
      assertThat(asked.verifyRequest(Optional.of(header), TARGET)).as(header).isFalse();
    }
    assertThat(asked.verifyRequest(Optional.empty(), TARGET)).isFalse();
  }

  @Test
  void a_response_is_valid_for_its_request_only() {
    String request = asking.signRequest(TARGET);
    Optional<String> signed = Optional.of(asked.signResponse(request, RESPONSE));

    assertThat(asking.verifyResponse(request, signed, RESPONSE)).isTrue();
    assertThat(asking.verifyResponse(request, signed, new byte[] {1, 2})).isFalse();
    assertThat(asking.verifyResponse(asking.signRequest(TARGET), signed, RESPONSE)).isFalse();
    assertThat(asking.verifyResponse(request, Optional.empty(), RESPONSE)).isFalse();
  }
}
