/** URLs that messages are sent to: parsed strictly, and compared in one normal form. */
@NullMarked
package io.posthorn.core.url;

import org.jspecify.annotations.NullMarked;
