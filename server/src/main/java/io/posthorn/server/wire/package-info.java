/**
 * The lines to callers: how long each may take and how much it may bring, before anything of it is
 * understood, and in which form. The web server below has no deadline for a request, no end for a
 * chunk's line, and reads more than one form.
 */
@NullMarked
package io.posthorn.server.wire;

import org.jspecify.annotations.NullMarked;
