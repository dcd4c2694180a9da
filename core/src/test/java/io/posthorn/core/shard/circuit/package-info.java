/** The rules of a disabled, frozen or paused endpoint: holding messages, and probes. */
@NullMarked
package io.posthorn.core.shard.circuit;

import org.jspecify.annotations.NullMarked;
