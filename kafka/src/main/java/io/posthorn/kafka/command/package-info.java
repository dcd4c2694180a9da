/** How a node gives commands and events to the shards, wherever they run, and hears the answers. */
@NullMarked
package io.posthorn.kafka.command;

import org.jspecify.annotations.NullMarked;
