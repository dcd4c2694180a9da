/**
 * The port between the server and an engine: what an engine does, in the terms of the domain, and
 * what every engine is built from, such as the loop that turns a shard.
 */
@NullMarked
package io.posthorn.engine;

import org.jspecify.annotations.NullMarked;
