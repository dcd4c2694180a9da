/** Receivers: recording ones, the example receivers, and signature verification. */
@NullMarked
package io.posthorn.e2e.receiving;

import org.jspecify.annotations.NullMarked;
