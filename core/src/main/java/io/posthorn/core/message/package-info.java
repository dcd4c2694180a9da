/** One event for one subscription: its id, its life, its attempts, its body and what is signed. */
@NullMarked
package io.posthorn.core.message;

import org.jspecify.annotations.NullMarked;
