/**
 * The lines to callers: how long each may take and how much it may bring, before anything of it is
 * understood. The web server below has no deadline for a request and no end for a chunk's line.
 */
@NullMarked
package io.posthorn.server.wire;

import org.jspecify.annotations.NullMarked;
