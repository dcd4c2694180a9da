/** The forms of a command's output: tables, and the server's response as JSON or YAML. */
@NullMarked
package io.posthorn.cli.output;

import org.jspecify.annotations.NullMarked;
