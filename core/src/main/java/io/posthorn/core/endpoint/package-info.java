/**
 * Endpoints: the circuit with its probes ({@code Circuit} decides, {@code CircuitRules} has the
 * numbers), the failure window, in-flight limit, settings and secrets.
 */
@NullMarked
package io.posthorn.core.endpoint;

import org.jspecify.annotations.NullMarked;
