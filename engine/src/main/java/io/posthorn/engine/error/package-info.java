/** Why an engine refuses something, or cannot start, in the terms of the domain. */
@NullMarked
package io.posthorn.engine.error;

import org.jspecify.annotations.NullMarked;
