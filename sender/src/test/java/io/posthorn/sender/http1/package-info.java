/** Tests against real servers on loopback, scripted down to the byte. */
@NullMarked
package io.posthorn.sender.http1;

import org.jspecify.annotations.NullMarked;
