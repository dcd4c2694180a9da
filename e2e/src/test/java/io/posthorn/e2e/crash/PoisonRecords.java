package io.posthorn.e2e.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Records that no node wrote, in a partition of the topic of shards and in the ingest topic:
 * garbage, a record that breaks off, commands that can be decoded and concern nothing that exists,
 * and JSON that is no event. One shard at most stops, undecodable commands are listed by {@code
 * posthorn parked}, and everything else continues; then the operator drops them.
 */
record PoisonRecords() implements Fault {
  private static final int FORMAT = 1;
  private static final int NOTE = 21;
  private static final int CANCEL_MESSAGE = 12;
  private static final int PASS_MESSAGE = 69;

  @Override
  public String title() {
    return "poisoned";
  }

  @Override
  public Effect run(KafkaInstallation installation, Random random) {
    int shard = random.nextInt(KafkaInstallation.PARTITIONS);
    byte[] noise = new byte[200];
    random.nextBytes(noise);
    noise[0] = 99; // no format that exists
    byte[] written = installation.topics().latest("shards", shard);
    List<byte[]> undecodable =
        List.of(
            "garbage".getBytes(UTF_8),
            new byte[0],
            noise,
            Arrays.copyOf(written, written.length / 2));
    List<byte[]> decodable =
        List.of(
            command(NOTE, ""),
            command(CANCEL_MESSAGE, "unknown"),
            command(PASS_MESSAGE, "unknown"));
    int before = installation.parked().size();
    long rejected = installation.topics().count("rejected");

    List<byte[]> all = new ArrayList<>(undecodable);
    all.addAll(decodable);
    all.forEach(value -> installation.topics().write("shards", shard, value));
    installation.topics().write("events", shard, "{".getBytes(UTF_8));
    installation
        .topics()
        .write("events", shard, "{\"objCode\": \"TASK\", \"eventType\": 7}".getBytes(UTF_8));

    installation.await(
        "bad events are rejected", () -> installation.topics().count("rejected") >= rejected + 2);
    installation.await(
        "bad commands are parked",
        () -> installation.parked().size() >= before + undecodable.size());
    List<String> parked = installation.parked();
    assertThat(installation.pausedShards()).as("paused shards").isLessThanOrEqualTo(1);
    parked.forEach(installation::drop);
    installation.await("nothing is parked", () -> installation.parked().isEmpty());
    installation.awaitWhole();
    return new Effect(
        "%d undecodable and %d other records for shard %d, %d parked"
            .formatted(undecodable.size(), decodable.size(), shard, parked.size() - before),
        Set.of(),
        null);
  }

  /** A command with a request number, a customer, and zeros where an id would be. */
  private static byte[] command(int kind, String customer) {
    byte[] name = customer.getBytes(UTF_8);
    byte[] command = new byte[64];
    int at = 0;
    command[at++] = FORMAT;
    command[at++] = (byte) kind;
    at += kind == PASS_MESSAGE ? 0 : Long.BYTES;
    command[at++] = (byte) name.length;
    System.arraycopy(name, 0, command, at, name.length);
    return command;
  }
}
