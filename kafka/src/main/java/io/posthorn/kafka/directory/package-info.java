/**
 * The directory topic in the memory of every node: subscriptions, keys, customers, ended sessions;
 * and the reader of topics.
 */
@NullMarked
package io.posthorn.kafka.directory;

import org.jspecify.annotations.NullMarked;
