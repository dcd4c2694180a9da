package io.posthorn.core.store;

/** A number of keys that a step of bounded work may read, before it stops and continues later. */
public final class ReadBudget {
  private final MeteredView view;
  private final long end;

  ReadBudget(MeteredView view, long keys) {
    this.view = view;
    end = view.keysRead() + keys;
  }

  /** Returns whether as much was read as the budget allows, or more. */
  public boolean spent() {
    return view.keysRead() >= end;
  }
}
