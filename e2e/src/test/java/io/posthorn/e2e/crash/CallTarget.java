package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import java.time.Duration;
import java.util.Random;

/** The server that callers post to: whatever there is of one, or of many. */
interface CallTarget {
  /** Where nobody is there now, calls get no answer. */
  Api api();

  /** Waits until there is somebody to call, as far as one can know. */
  void awaitServer();

  /** The time between two posts of a caller. */
  Duration pause(Random random);
}
