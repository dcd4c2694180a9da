/**
 * The reading side of an engine: the questions that the server asks about customers, endpoints,
 * messages, events and statistics, written once over what an engine lets it read of its shards.
 */
@NullMarked
package io.posthorn.engine.read;

import org.jspecify.annotations.NullMarked;
