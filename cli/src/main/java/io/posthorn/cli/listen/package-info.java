/** The command that receives messages, and can fail on purpose. */
@NullMarked
package io.posthorn.cli.listen;

import org.jspecify.annotations.NullMarked;
