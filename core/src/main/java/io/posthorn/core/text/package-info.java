/** Text utilities that several modules share: durations, spelling suggestions, safe log text. */
@NullMarked
package io.posthorn.core.text;

import org.jspecify.annotations.NullMarked;
