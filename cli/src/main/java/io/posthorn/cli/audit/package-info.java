/** The command that lists the changes made through the API. */
@NullMarked
package io.posthorn.cli.audit;

import org.jspecify.annotations.NullMarked;
