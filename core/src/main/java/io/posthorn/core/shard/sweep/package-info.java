/**
 * Background work in bounded, resumable steps. {@code Sweeper} runs one step of one sweep in each
 * turn: bulk jobs, messages of moved or deleted subscriptions, erasure of a customer, retention.
 * Each sweep has the size of its steps beside it, in keys read.
 */
@NullMarked
package io.posthorn.core.shard.sweep;

import org.jspecify.annotations.NullMarked;
