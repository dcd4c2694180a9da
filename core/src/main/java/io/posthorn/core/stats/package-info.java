/**
 * Statistics per minute: counters and latencies of customers and their endpoints. Counted in memory
 * and written a few times a minute, never per message.
 */
@NullMarked
package io.posthorn.core.stats;

import org.jspecify.annotations.NullMarked;
