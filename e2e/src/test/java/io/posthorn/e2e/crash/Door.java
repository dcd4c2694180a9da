package io.posthorn.e2e.crash;

import io.posthorn.e2e.harness.Api;
import java.time.Duration;
import java.util.Random;

/** Where callers post to: whatever there is of one server, or of many. */
interface Door {
  /** Where nobody is there now, calls get no answer. */
  Api api();

  /** Waits until there is somebody to call, as far as one can know. */
  void awaitServer();

  /** What a caller takes between two posts. */
  Duration pause(Random random);
}
