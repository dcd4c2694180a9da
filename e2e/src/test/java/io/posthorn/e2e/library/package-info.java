/** The client libraries for other languages, and the example receivers that use them. */
@NullMarked
package io.posthorn.e2e.library;

import org.jspecify.annotations.NullMarked;
