/** The command that makes backups of a running server. */
@NullMarked
package io.posthorn.cli.backup;

import org.jspecify.annotations.NullMarked;
