/**
 * The state machine: commands come in with the time, state lives in the store, effects come out.
 *
 * <p>{@code Shard} only dispatches; each group of commands has its own class.
 */
@NullMarked
package io.posthorn.core.shard;

import org.jspecify.annotations.NullMarked;
