package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.CommandRun;
import io.posthorn.cli.options.OutputFormat;
import io.posthorn.kafka.ParkedTopic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn parked}; the tests of {@code kafka} have its effects. */
final class ParkedCommandTest {
  private static final CommandContext EMBEDDED = CommandRun.context(Map.of(), "");

  @Test
  void without_kafka_nothing_is_parked() {
    CommandRun run = CommandRun.of(new ParkedCommand(EMBEDDED));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).containsExactly("Records are parked only with engine: kafka.");
  }

  @Test
  void an_entry_is_either_retried_or_dropped() {
    CommandRun run = CommandRun.of(new ParkedCommand(EMBEDDED), "--retry", "a", "--drop", "b");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("mutually exclusive");
  }

  @Test
  void scripts_get_the_entries_as_a_list() {
    List<ParkedTopic.Entry> entries = List.of(new ParkedTopic.Entry("shard-3", "shard", "bad", 0));

    assertThat(ParkedCommand.document(entries, OutputFormat.json))
        .isEqualTo(
            "{\"data\":[{\"name\":\"shard-3\",\"parkedAt\":\"1970-01-01T00:00:00Z\","
                + "\"what\":\"shard\",\"reason\":\"bad\"}]}");
    assertThat(ParkedCommand.document(List.of(), OutputFormat.json)).isEqualTo("{\"data\":[]}");
    assertThat(ParkedCommand.document(entries, OutputFormat.yaml)).startsWith("data:");
  }
}
