/** Secrets at rest, encrypted with AES-256-GCM. */
@NullMarked
package io.posthorn.server.secrets;

import org.jspecify.annotations.NullMarked;
