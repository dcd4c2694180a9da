package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** An operator's decision about a paused shard, in a header of a record in the topic shards. */
public enum PauseControl {
  /** Process the held records again. */
  RETRY,
  /** Park the record that paused it, and continue with the next one. */
  DROP;

  private static final String HEADER = "posthorn-pause";

  public void stamp(Headers headers) {
    headers.add(HEADER, name().getBytes(UTF_8));
  }

  static @Nullable PauseControl of(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    if (header == null) {
      return null; // nearly every record
    }
    String name = new String(header.value(), UTF_8);
    return Arrays.stream(values())
        .filter(control -> control.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
