/** The topics an installation lives on: what they are called, how they are made and checked. */
@NullMarked
package io.posthorn.kafka.topic;

import org.jspecify.annotations.NullMarked;
