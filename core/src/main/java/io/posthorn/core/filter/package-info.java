/**
 * The filter language of subscriptions: compiled once, evaluated over an event's bytes, and able to
 * say why it said no.
 */
@NullMarked
package io.posthorn.core.filter;

import org.jspecify.annotations.NullMarked;
