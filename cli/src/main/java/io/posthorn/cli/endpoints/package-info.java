/** The commands about endpoints: list, edit, enable and pause. */
@NullMarked
package io.posthorn.cli.endpoints;

import org.jspecify.annotations.NullMarked;
