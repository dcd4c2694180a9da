package io.posthorn.kafka.directory;

import java.time.Duration;

/** The directory topic, and how far this node has read it. */
public interface DirectoryLog {
  /** The offset of the next record. */
  long position();

  /**
   * Waits until all records before an offset are applied.
   *
   * @return false on timeout
   */
  boolean await(long offset, Duration timeout) throws InterruptedException;

  /** Waits until all records that the topic holds now are applied. */
  void catchUp() throws InterruptedException;

  /**
   * Waits until all records that are committed now are applied. For threads with an open
   * transaction, which would otherwise wait for themselves.
   */
  void catchUpWithCommitted() throws InterruptedException;
}
