/** The command {@code posthorn encryption-key}: the rotation of the encryption key. */
@NullMarked
package io.posthorn.cli.encryption;

import org.jspecify.annotations.NullMarked;
