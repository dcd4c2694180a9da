/** Endpoints: circuit, failure window, in-flight limit, settings and secrets. */
@NullMarked
package io.posthorn.core.endpoint;

import org.jspecify.annotations.NullMarked;
