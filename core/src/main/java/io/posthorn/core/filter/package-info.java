/**
 * The filter language of subscriptions: compiled once, evaluated over an event's bytes, and able to
 * explain a mismatch.
 */
@NullMarked
package io.posthorn.core.filter;

import org.jspecify.annotations.NullMarked;
