/** The command that sends events. */
@NullMarked
package io.posthorn.cli.events;

import org.jspecify.annotations.NullMarked;
