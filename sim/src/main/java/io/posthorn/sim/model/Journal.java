package io.posthorn.sim.model;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The undo log of the model: a crash may lose commits, and the model must roll back exactly those.
 */
public final class Journal {
  private record Note(long commit, Runnable undo) {}

  private final Deque<Note> notes = new ArrayDeque<>();
  private long commit;

  /** Assigns the changes from here on to a commit. */
  public void begin(long number) {
    commit = number;
  }

  void onRollback(Runnable undo) {
    notes.addLast(new Note(commit, undo));
  }

  /** Forgets how to undo commits that every crash leaves. */
  public void forgetThrough(long number) {
    while (!notes.isEmpty() && notes.peekFirst().commit() <= number) {
      notes.removeFirst();
    }
  }

  /** Undoes everything after a commit, newest first. */
  public void rollBackTo(long number) {
    while (!notes.isEmpty() && notes.peekLast().commit() > number) {
      notes.removeLast().undo().run();
    }
  }
}
