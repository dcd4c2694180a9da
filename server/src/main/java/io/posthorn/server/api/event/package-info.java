/** Accepting events, dry runs, and the history of events. */
@NullMarked
package io.posthorn.server.api.event;

import org.jspecify.annotations.NullMarked;
