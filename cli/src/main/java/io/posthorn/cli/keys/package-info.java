/** The commands about API keys. */
@NullMarked
package io.posthorn.cli.keys;

import org.jspecify.annotations.NullMarked;
