/** TLS for callers: the certificate from its files, and its renewal while the server runs. */
@NullMarked
package io.posthorn.server.tls;

import org.jspecify.annotations.NullMarked;
