/** The comparison of what callers sent, what receivers got and what the server recorded. */
@NullMarked
package io.posthorn.e2e.crash.reconciliation;

import org.jspecify.annotations.NullMarked;
