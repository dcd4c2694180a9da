/**
 * A Workfront-compatible subscription API for existing clients: an adapter over the same
 * subscriptions. Only names and formats differ; all rules are those of {@code /api/v1}.
 */
@NullMarked
package io.posthorn.server.workfront;

import org.jspecify.annotations.NullMarked;
