/** The completion of commands and options by shells. */
@NullMarked
package io.posthorn.cli.completion;

import org.jspecify.annotations.NullMarked;
