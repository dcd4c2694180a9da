/**
 * The commands that call a server's API, and what they share: options, error texts and their
 * environment. Each sub-package has the commands for one subject.
 */
@NullMarked
package io.posthorn.cli;

import org.jspecify.annotations.NullMarked;
