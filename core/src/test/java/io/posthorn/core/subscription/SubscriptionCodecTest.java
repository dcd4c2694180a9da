package io.posthorn.core.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.MatchingSamples;
import io.posthorn.core.url.TargetUrl;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SubscriptionCodecTest {
  private static final Subscription FULL =
      new Subscription(
          new SubscriptionId(-1, Long.MIN_VALUE),
          "acme",
          "PROJ",
          "*",
          "4f\u00E9\uD83D\uDE00",
          new TargetUrl("https://example.com/hook"),
          FilterSet.none(),
          PayloadVersion.V2,
          PayloadVersion.V1,
          1_700_000_000_000L,
          PayloadFormat.RAW,
          true,
          new byte[] {0, -1, 7},
          "****cafe",
          "a\nb",
          1_600_000_000_000L,
          1_700_000_000_001L);

  @Test
  void a_stored_value_is_read_back() {
    assertThat(SubscriptionCodec.decode(SubscriptionCodec.encode(FULL)))
        .usingRecursiveComparison()
        .isEqualTo(FULL);
  }

  @Test
  void absent_fields_stay_absent() {
    Subscription bare = MatchingSamples.subscription(7, "*", "CREATE", null);

    assertThat(SubscriptionCodec.decode(SubscriptionCodec.encode(bare)))
        .usingRecursiveComparison()
        .isEqualTo(bare);
  }

  @Test
  void the_first_byte_is_the_format_and_an_unknown_format_is_not_guessed_at() {
    byte[] bytes = SubscriptionCodec.encode(FULL);
    assertThat(bytes[0]).isEqualTo((byte) 1);

    bytes[0] = 3;
    assertThatThrownBy(() -> SubscriptionCodec.decode(bytes))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("format 3");
  }

  @Test
  void an_ordered_subscription_is_read_as_it_was_written() {
    Subscription ordered =
        SubscriptionCodec.decode(SubscriptionCodec.encode(FULL.withOrdered(true)));
    assertThat(ordered.ordered()).isTrue();
    assertThat(SubscriptionCodec.decode(SubscriptionCodec.encode(FULL)).ordered()).isFalse();
  }

  @Test
  void a_record_that_ends_early_fails_loudly() {
    byte[] bytes = SubscriptionCodec.encode(FULL);
    for (int length = 0; length < bytes.length; length++) {
      byte[] torn = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> SubscriptionCodec.decode(torn))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void a_record_is_compact() {
    assertThat(SubscriptionCodec.encode(MatchingSamples.subscription(7, "PROJ", "UPDATE", null)))
        .hasSizeLessThan(100);
  }

  @Test
  void filters_are_kept_as_canonical_json_with_their_connector() {
    FilterSet filters =
        FilterSet.compile(
            JsonSlice.of(
                "[{\"fieldName\":\"a\",\"fieldValue\":\"1\"},{\"fieldName\":\"b\",\"fieldValue\":2}]"),
            Connector.OR,
            "UPDATE");
    Subscription stored = MatchingSamples.subscription(7, "acme", "PROJ", "UPDATE", null, filters);

    Subscription read = SubscriptionCodec.decode(SubscriptionCodec.encode(stored));

    assertThat(read.filters().canonical())
        .isEqualTo(filters.canonical())
        .contains("\"a\"", "\"b\"");
    assertThat(read.filters().connector()).isEqualTo(Connector.OR);
    assertThat(read.identity()).isEqualTo(stored.identity());
    assertThat(SubscriptionCodec.encode(read)).isEqualTo(SubscriptionCodec.encode(stored));
  }
}
