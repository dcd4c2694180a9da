/**
 * The benchmark: what is measured, in which order, and the table at the end. The server, the
 * receivers and the callers run in processes of their own; nothing of this is shipped.
 */
@NullMarked
package io.posthorn.bench;

import org.jspecify.annotations.NullMarked;
