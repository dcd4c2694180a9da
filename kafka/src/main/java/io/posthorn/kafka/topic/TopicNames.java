package io.posthorn.kafka.topic;

import io.posthorn.kafka.store.StorePart;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names of an installation's topics.
 *
 * @param prefix the prefix of all names, and the application id
 */
public record TopicNames(String prefix) {
  public static final TopicNames DEFAULT = new TopicNames("posthorn");

  /** The brokers' own topic, in which every application's groups keep their positions. */
  public static final String CONSUMER_OFFSETS = "__consumer_offsets";

  /** The ingest topic, for any producer: one event as JSON per record. */
  public String events() {
    return prefix + ".events";
  }

  /** Invalid records of the ingest topic, with the reason in a header. */
  public String rejected() {
    return prefix + ".rejected";
  }

  /** Accepted events and commands for the shards, by shard. */
  public String shards() {
    return prefix + ".shards";
  }

  /** The directory that every node keeps in memory. */
  public String directory() {
    return prefix + ".directory";
  }

  /** Replies to commands. */
  public String replies() {
    return prefix + ".replies";
  }

  /** Attempts and final message states, for consumers outside Posthorn. */
  public String attempts() {
    return prefix + ".attempts";
  }

  /** Records that a shard cannot process, and paused shards, until an operator decides. */
  public String parked() {
    return prefix + ".parked";
  }

  /** Heartbeats of the nodes, with the time of the brokers. */
  public String heartbeats() {
    return prefix + ".heartbeats";
  }

  /** All topics that shards write in transactions, with changelogs and consumer offsets. */
  public Set<String> writtenByShards() {
    Set<String> names =
        new TreeSet<>(
            Set.of(
                events(),
                shards(),
                directory(),
                replies(),
                attempts(),
                rejected(),
                parked(),
                CONSUMER_OFFSETS));
    names.addAll(changelogs());
    return names;
  }

  /** The changelogs of the shards' stores, as Kafka Streams names them. */
  List<String> changelogs() {
    return Arrays.stream(StorePart.values())
        .map(part -> prefix + "-" + part.title() + "-changelog")
        .toList();
  }
}
