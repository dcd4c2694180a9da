/**
 * The embedded engine: one shard with a thread of its own, its inbox, and the loop that turns the
 * shard, commits, and only then lets the effects out.
 */
@NullMarked
package io.posthorn.embedded;

import org.jspecify.annotations.NullMarked;
