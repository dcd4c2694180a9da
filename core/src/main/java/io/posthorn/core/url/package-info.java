/** Target URLs of messages: parsed strictly and compared in normal form. */
@NullMarked
package io.posthorn.core.url;

import org.jspecify.annotations.NullMarked;
