/** The commands about messages: list, follow, explain, replay and cancel. */
@NullMarked
package io.posthorn.cli.messages;

import org.jspecify.annotations.NullMarked;
