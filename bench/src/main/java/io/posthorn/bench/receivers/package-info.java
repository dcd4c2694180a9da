/** The receivers' process: many ports on one thread that count requests. */
@NullMarked
package io.posthorn.bench.receivers;

import org.jspecify.annotations.NullMarked;
