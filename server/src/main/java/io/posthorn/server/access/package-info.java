/** Who calls, and what a caller may do. */
@NullMarked
package io.posthorn.server.access;

import org.jspecify.annotations.NullMarked;
