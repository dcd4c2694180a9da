/** What a person starts: the command line, and later the server behind it. */
@NullMarked
package io.posthorn.server;

import org.jspecify.annotations.NullMarked;
