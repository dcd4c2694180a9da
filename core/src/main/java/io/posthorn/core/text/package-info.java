/** Text forms that several modules share: how durations are written, and which name was meant. */
@NullMarked
package io.posthorn.core.text;

import org.jspecify.annotations.NullMarked;
