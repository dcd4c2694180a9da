/** Signatures of Standard Webhooks, and a cache of unsealed secrets. */
@NullMarked
package io.posthorn.sender.signing;

import org.jspecify.annotations.NullMarked;
