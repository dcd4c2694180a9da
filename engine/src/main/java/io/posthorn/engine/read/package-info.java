/**
 * The read side of an engine: queries on customers, endpoints, messages, events and statistics,
 * written once over the shards of any engine.
 */
@NullMarked
package io.posthorn.engine.read;

import org.jspecify.annotations.NullMarked;
