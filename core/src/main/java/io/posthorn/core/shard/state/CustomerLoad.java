package io.posthorn.core.shard.state;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One customer's part of a shard's load: its waiting messages, its requests and bytes in flight,
 * and its endpoints that wait for capacity. The endpoints of a customer share it.
 */
final class CustomerLoad {
  /** Waiting messages, those in flight included. */
  long waiting;

  int inFlight;
  long bytesInFlight;

  /** Its endpoints that have requests in flight. */
  int active;

  /** Its endpoints that can start a request, the one with the fewest in flight first. */
  final TreeSet<Endpoint> ready = new TreeSet<>(EndpointLoad.FEWEST_IN_FLIGHT);

  /** Its position in the {@link ReadyQueue}, which alone changes it. */
  int readyRank;

  /** The second part of its position in the {@link ReadyQueue}. */
  long readySince;

  /** Its endpoints whose next body does not fit; null unless there are some. */
  ByteQueue.@Nullable Waiting waitingForBytes;
}
