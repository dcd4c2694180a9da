/**
 * Crash tests: the jar is killed under load again and again, and then every event, message, request
 * and attempt is reconciled.
 */
@NullMarked
package io.posthorn.e2e.crash;

import org.jspecify.annotations.NullMarked;
