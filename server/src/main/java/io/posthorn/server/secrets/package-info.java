/** What is kept secret at rest: sealed with AES-256-GCM. */
@NullMarked
package io.posthorn.server.secrets;

import org.jspecify.annotations.NullMarked;
