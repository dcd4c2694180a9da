/** The command line: one class for each command; {@code Posthorn} names them all. */
@NullMarked
package io.posthorn.server.cli;

import org.jspecify.annotations.NullMarked;
