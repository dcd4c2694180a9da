/** The options of an endpoint, which depart from the general rules of delivery. */
@NullMarked
package io.posthorn.core.shard.options;

import org.jspecify.annotations.NullMarked;
