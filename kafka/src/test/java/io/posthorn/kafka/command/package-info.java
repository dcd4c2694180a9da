/** Tests of how commands find their shards. */
@NullMarked
package io.posthorn.kafka.command;

import org.jspecify.annotations.NullMarked;
