package io.posthorn.kafka.read;

import java.util.List;

/**
 * What shards have said of keys.
 *
 * @param keys those that they have spoken of; what is not among them was not asked, to save memory
 * @param found the values; a key without one has none
 */
record FetchedValues(List<byte[]> keys, List<Page.Entry> found) {}
