/** Tests of reading all shards as one. */
@NullMarked
package io.posthorn.kafka.read;

import org.jspecify.annotations.NullMarked;
