/**
 * What happened in each minute: counters and latencies of customers and of their endpoints. Counted
 * in memory, written a few times a minute, never for each message.
 */
@NullMarked
package io.posthorn.core.stats;

import org.jspecify.annotations.NullMarked;
