/** The options that several commands share, and the values they take. */
@NullMarked
package io.posthorn.cli.options;

import org.jspecify.annotations.NullMarked;
