/** The topics of an installation: their names, creation and checks. */
@NullMarked
package io.posthorn.kafka.topic;

import org.jspecify.annotations.NullMarked;
