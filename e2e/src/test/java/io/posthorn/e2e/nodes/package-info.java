/** Tests of several nodes on Kafka. */
@NullMarked
package io.posthorn.e2e.nodes;

import org.jspecify.annotations.NullMarked;
