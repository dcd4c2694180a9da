/** Statistics as time series, and the overview of a customer. */
@NullMarked
package io.posthorn.server.api.stats;

import org.jspecify.annotations.NullMarked;
