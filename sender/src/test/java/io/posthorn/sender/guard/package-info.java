/** Tests against real servers on loopback, scripted down to the byte. */
@NullMarked
package io.posthorn.sender.guard;

import org.jspecify.annotations.NullMarked;
