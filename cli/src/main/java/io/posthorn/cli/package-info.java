/**
 * The commands that speak to a server through its API, and what they share: options, errors, and
 * the machine they run on. Each sub-package has the commands of one subject.
 */
@NullMarked
package io.posthorn.cli;

import org.jspecify.annotations.NullMarked;
