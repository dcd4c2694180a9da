/** Tests of the engine on Kafka, with real brokers as processes of their own. */
@NullMarked
package io.posthorn.kafka;

import org.jspecify.annotations.NullMarked;
