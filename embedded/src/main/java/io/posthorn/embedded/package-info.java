/**
 * The embedded engine: one shard with its own thread, its inbox, and the loop that runs a turn,
 * commits, and then releases the effects.
 */
@NullMarked
package io.posthorn.embedded;

import org.jspecify.annotations.NullMarked;
