/** Placeholder. */
@NullMarked
package io.posthorn.server;

import org.jspecify.annotations.NullMarked;
