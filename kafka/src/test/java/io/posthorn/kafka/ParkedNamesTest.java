package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ParkedNamesTest {
  private final ParkedNames names = new ParkedNames();

  @Test
  void records_and_shards_are_counted_until_they_are_removed() {
    put("posthorn.shards-0@7/1");
    put("shard-3");
    assertThat(names.records()).isEqualTo(1);
    assertThat(names.trouble()).contains("parked records (1) and paused shards [3]");
    names.apply("posthorn.shards-0@7/1".getBytes(UTF_8), null);
    names.apply("shard-3".getBytes(UTF_8), null);
    assertThat(names.trouble()).isNull();
  }

  /** The topic prefix is the operator's choice, and anything may be written to the topic. */
  @Test
  void a_name_that_only_begins_as_that_of_a_shard_is_a_record() {
    put("shard-1.shards-0@7");
    put("shard-");
    put("shard-99999999999");
    assertThat(names.records()).isEqualTo(3);
    assertThat(names.trouble()).contains("paused shards []");
  }

  private void put(String name) {
    names.apply(name.getBytes(UTF_8), new byte[0]);
  }
}
