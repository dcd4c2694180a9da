/** The way in: events and commands to the shards, wherever they run, and the replies. */
@NullMarked
package io.posthorn.kafka.command;

import org.jspecify.annotations.NullMarked;
