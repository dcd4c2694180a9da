package io.posthorn.embedded;

/** How much a store takes on disk, and a way to get back what was removed from it. */
public interface StoreSize {
  /** What the store's files take, logs included. */
  long sizeOnDisk();

  /** Gives back the room of what was removed or replaced; it may take long. */
  void compact();
}
