/** The commands about signing secrets of endpoints. */
@NullMarked
package io.posthorn.cli.secrets;

import org.jspecify.annotations.NullMarked;
