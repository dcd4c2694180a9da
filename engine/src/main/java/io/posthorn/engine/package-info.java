/**
 * The port between the server and an engine, and the parts that all engines share, such as the loop
 * that runs the turns of a shard.
 */
@NullMarked
package io.posthorn.engine;

import org.jspecify.annotations.NullMarked;
