package io.posthorn.kafka.topic;

import io.posthorn.kafka.store.StorePart;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the topics of an installation are called.
 *
 * @param prefix what they all begin with; the application's id as well
 */
public record TopicNames(String prefix) {
  public static final TopicNames DEFAULT = new TopicNames("posthorn");

  /** The door for anybody's producers: one event as JSON in each record. */
  public String events() {
    return prefix + ".events";
  }

  /** Records of the door that are no events, with the reason in a header. */
  public String rejected() {
    return prefix + ".rejected";
  }

  /** Accepted events, by customer and event id. */
  public String intake() {
    return prefix + ".intake";
  }

  /** Commands for the shards, by shard. */
  public String shards() {
    return prefix + ".shards";
  }

  /** The mirror of what every node must know. */
  public String directory() {
    return prefix + ".directory";
  }

  /** Replies to commands. */
  public String answers() {
    return prefix + ".answers";
  }

  /** Each attempt and each message's end, for users. */
  public String attempts() {
    return prefix + ".attempts";
  }

  /** Where shards write in their transactions: their stores, and how far they have read, too. */
  public Set<String> writtenByShards() {
    Set<String> names =
        new TreeSet<>(
            Set.of(
                intake(),
                shards(),
                directory(),
                answers(),
                attempts(),
                rejected(),
                "__consumer_offsets"));
    names.addAll(changelogs());
    return names;
  }

  /** What Kafka Streams calls the logs of the shards' stores. */
  List<String> changelogs() {
    return Arrays.stream(StorePart.values())
        .map(part -> prefix + "-" + part.title() + "-changelog")
        .toList();
  }
}
