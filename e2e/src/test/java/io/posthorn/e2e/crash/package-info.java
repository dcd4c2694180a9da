/**
 * The promise under load: the jar is killed where it stands again and again, and then every event,
 * message, request and attempt is accounted for.
 */
@NullMarked
package io.posthorn.e2e.crash;

import org.jspecify.annotations.NullMarked;
