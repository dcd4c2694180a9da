/** Endpoints: their circuits, settings and signing secrets. */
@NullMarked
package io.posthorn.server.api.endpoint;

import org.jspecify.annotations.NullMarked;
