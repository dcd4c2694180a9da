package io.posthorn.sim.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A map whose changes can be rolled back. Its values never change in place. */
public final class JournaledMap<K extends Comparable<K>, V> {
  private final TreeMap<K, V> entries = new TreeMap<>();
  private final Journal journal;

  JournaledMap(Journal journal) {
    this.journal = journal;
  }

  public @Nullable V get(K key) {
    return entries.get(key);
  }

  public boolean has(K key) {
    return entries.containsKey(key);
  }

  public void put(K key, V value) {
    V before = entries.put(key, value);
    journal.onRollback(() -> restore(key, before));
  }

  public void remove(K key) {
    V before = entries.remove(key);
    if (before != null) {
      journal.onRollback(() -> restore(key, before));
    }
  }

  private void restore(K key, @Nullable V value) {
    if (value == null) {
      entries.remove(key);
    } else {
      entries.put(key, value);
    }
  }

  /** The value of the next key; after the last key, and for null, that of the first. */
  public @Nullable V following(@Nullable K key) {
    Map.Entry<K, V> next = key == null ? null : entries.higherEntry(key);
    Map.Entry<K, V> found = next == null ? entries.firstEntry() : next;
    return found == null ? null : found.getValue();
  }

  public Collection<V> values() {
    return Collections.unmodifiableCollection(entries.values());
  }

  public Set<K> keys() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public int size() {
    return entries.size();
  }
}
