/**
 * Messages: id, lifecycle, attempts, body and signing input. {@code MessageBody} renders the body
 * in each {@link io.posthorn.core.subscription.PayloadFormat}.
 */
@NullMarked
package io.posthorn.core.message;

import org.jspecify.annotations.NullMarked;
