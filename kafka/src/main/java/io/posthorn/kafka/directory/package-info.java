/**
 * The directory that every node keeps in memory (subscriptions, keys, customers, ended sessions),
 * and the reader of its topic.
 */
@NullMarked
package io.posthorn.kafka.directory;

import org.jspecify.annotations.NullMarked;
