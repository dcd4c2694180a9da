/** The clock of a node, compared with the clock of the brokers. */
@NullMarked
package io.posthorn.kafka.clock;

import org.jspecify.annotations.NullMarked;
