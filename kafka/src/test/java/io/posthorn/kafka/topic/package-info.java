/** Tests of how topics are made and checked. */
@NullMarked
package io.posthorn.kafka.topic;

import org.jspecify.annotations.NullMarked;
