package io.posthorn.kafka.read;

import java.util.List;

/**
 * The result of looking up keys in shards.
 *
 * @param keys the keys that were looked up; the others were skipped to save memory
 * @param found the values found; a key without an entry has none
 */
record FetchedValues(List<byte[]> keys, List<Page.Entry> found) {}
