/** Events as platforms post them: parsed once, with states kept byte for byte. */
@NullMarked
package io.posthorn.core.event;

import org.jspecify.annotations.NullMarked;
