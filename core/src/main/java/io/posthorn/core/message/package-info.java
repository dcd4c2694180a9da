/** Messages: id, lifecycle, attempts, body and signing input. */
@NullMarked
package io.posthorn.core.message;

import org.jspecify.annotations.NullMarked;
