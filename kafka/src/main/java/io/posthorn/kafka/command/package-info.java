/** Sends events and commands to the shards, wherever they run, and receives the replies. */
@NullMarked
package io.posthorn.kafka.command;

import org.jspecify.annotations.NullMarked;
