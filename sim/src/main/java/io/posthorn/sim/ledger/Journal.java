package io.posthorn.sim.ledger;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How to take back what was noted: a crash may lose commits, and the ledger must forget exactly
 * those.
 */
public final class Journal {
  private record Note(long commit, Runnable undo) {}

  private final Deque<Note> notes = new ArrayDeque<>();
  private long commit;

  /** What is noted from here on belongs to this commit. */
  public void begin(long number) {
    commit = number;
  }

  void noted(Runnable undo) {
    notes.addLast(new Note(commit, undo));
  }

  /** No crash can take these commits away any more. */
  public void forgetThrough(long number) {
    while (!notes.isEmpty() && notes.peekFirst().commit() <= number) {
      notes.removeFirst();
    }
  }

  /** Takes back everything after a commit, newest first. */
  public void rollBackTo(long number) {
    while (!notes.isEmpty() && notes.peekLast().commit() > number) {
      notes.removeLast().undo().run();
    }
  }
}
