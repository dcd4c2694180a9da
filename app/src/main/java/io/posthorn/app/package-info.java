/** The launcher: the command {@code posthorn} and its subcommands. */
@NullMarked
package io.posthorn.app;

import org.jspecify.annotations.NullMarked;
