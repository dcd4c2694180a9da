/**
 * The filter language of subscriptions: compiled once, evaluated over an event's bytes, and able to
 * explain a mismatch.
 *
 * <p>{@code Comparison} lists the operators, {@code FieldFilterReader} checks what an operator may
 * compare with, {@code Condition} evaluates it. The console (modules {@code filters.js} and {@code
 * verdicts.js}), the client libraries and the OpenAPI document list the operators too.
 */
@NullMarked
package io.posthorn.core.filter;

import org.jspecify.annotations.NullMarked;
