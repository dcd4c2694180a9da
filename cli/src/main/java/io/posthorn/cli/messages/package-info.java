/** The commands about messages: list, follow, explain, replay, cancel and retry. */
@NullMarked
package io.posthorn.cli.messages;

import org.jspecify.annotations.NullMarked;
