package io.posthorn.kafka.directory;

import java.time.Duration;

/** How far a node knows the directory. */
public interface DirectoryLog {
  /** The offset of the next record of the directory's topic. */
  long position();

  /**
   * Waits until everything before an offset is known.
   *
   * @return whether that happened in time
   */
  boolean await(long offset, Duration timeout) throws InterruptedException;

  /** Waits until all that the topic holds now is known. */
  void catchUp() throws InterruptedException;

  /**
   * Waits until all that is committed in the topic now is known: for a thread whose own transaction
   * may be open there, which would wait for itself.
   */
  void catchUpWithCommitted() throws InterruptedException;
}
