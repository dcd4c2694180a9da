/** Outbound TLS: trusted authorities and the client certificate, read from PEM files. */
@NullMarked
package io.posthorn.sender.tls;

import org.jspecify.annotations.NullMarked;
