package io.posthorn.kafka.read;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What was read.
 *
 * @param missing the nodes that could not be read: what they have is left out
 */
public record Reading<T extends @Nullable Object>(T value, SortedSet<String> missing) {}
