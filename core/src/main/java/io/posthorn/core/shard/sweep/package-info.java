/**
 * Background work in bounded, resumable steps: bulk jobs, moved subscriptions, erasure, retention.
 */
@NullMarked
package io.posthorn.core.shard.sweep;

import org.jspecify.annotations.NullMarked;
