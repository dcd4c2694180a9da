package io.posthorn.core.shard.state;

import io.posthorn.core.message.MessageId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint's part of a shard's load: its bytes in flight, and its position in the queues for
 * capacity. It belongs to {@link InFlightShares}; its {@link ByteQueue} changes the position among
 * those that wait for bytes.
 */
final class EndpointLoad {
  /** By hand, because it runs several times for each message. */
  static final Comparator<Endpoint> FEWEST_IN_FLIGHT =
      (one, other) -> {
        int byRank = Integer.compare(one.load().rank, other.load().rank);
        return byRank != 0 ? byRank : Long.compare(one.load().since, other.load().since);
      };

  private InFlightShares.Queue queue = InFlightShares.Queue.NONE;
  private int rank;
  private long since;
  private long bytesInFlight;
  private int body;
  private long byteRank;
  private long fitRank;
  private @Nullable MessageId weighed;
  private int weight;

  /** The queue in which it waits for capacity. */
  InFlightShares.Queue queue() {
    return queue;
  }

  void moveTo(InFlightShares.Queue other) {
    queue = other;
  }

  /**
   * Begins to wait.
   *
   * @param inFlight its requests in flight
   * @param order increases from call to call
   */
  void beginWaiting(int inFlight, long order) {
    rank = inFlight;
    since = order;
  }

  /** Its requests in flight when it began to wait. */
  int rank() {
    return rank;
  }

  /** Orders those that began to wait with as many in flight. */
  long since() {
    return since;
  }

  long bytesInFlight() {
    return bytesInFlight;
  }

  void countBytes(int more) {
    bytesInFlight += more;
  }

  /** Caches the body size of a message. */
  void weigh(MessageId message, int bytes) {
    weighed = message;
    weight = bytes;
  }

  /** The size of a message's body if it is cached, else 0. */
  int weightOf(MessageId message) {
    return message.equals(weighed) ? weight : 0;
  }

  /** Begins to wait for bytes, with the size of its next body. */
  void beginWaitingForBytes(int size, long rank) {
    body = size;
    byteRank = bytesInFlight;
    fitRank = rank;
  }

  /** The size of the body that it waits with for bytes. */
  int body() {
    return body;
  }

  /** Its bytes in flight when it began to wait for bytes. */
  long byteRank() {
    return byteRank;
  }

  /** Its position among the endpoints that wait for bytes, by when their bodies fit. */
  long fitRank() {
    return fitRank;
  }
}
