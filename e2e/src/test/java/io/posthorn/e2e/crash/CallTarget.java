package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import java.time.Duration;
import java.util.Random;

/** The server, or the nodes, that test callers post to. */
interface CallTarget {
  /** The API; while no server is running, calls get no response. */
  Api api();

  /** Waits until a server is running. */
  void awaitServer();

  /** The time between two posts of a caller. */
  Duration pause(Random random);
}
