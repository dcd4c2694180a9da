/** Time series and the overview. */
@NullMarked
package io.posthorn.server.api.stats;

import org.jspecify.annotations.NullMarked;
