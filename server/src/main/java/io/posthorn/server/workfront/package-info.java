/**
 * Workfront's dialect of the subscription API, for clients that exist: an adapter over the same
 * subscriptions. Only names and shapes are its own; every rule is that of {@code /api/v1}.
 */
@NullMarked
package io.posthorn.server.workfront;

import org.jspecify.annotations.NullMarked;
