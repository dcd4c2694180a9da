/**
 * The health of an endpoint and what it allows: circuit, failure window, in-flight limit, settings,
 * secrets.
 */
@NullMarked
package io.posthorn.core.endpoint;

import org.jspecify.annotations.NullMarked;
