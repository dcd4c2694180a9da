/** The commands about events: send, list and show. */
@NullMarked
package io.posthorn.cli.events;

import org.jspecify.annotations.NullMarked;
